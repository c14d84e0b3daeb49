mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "c" {
    mix     = mix.m
    threads = int(server.max_connections) / 50 # ERROR 15-47: Wrong type: The number of threads must be an int, and this is a float. Put int(…) around it.
  }
  load "d" {
    mix      = mix.m
    threads  = 1.5 # ERROR 16-19: Not a whole number: The number of threads must be whole and fit into 64 bits; this is 1.5.
    duration = "0s"
    events   = 0 # ERROR 16-17: Number out of range: The number of events must be from 1 to 1125899906842624; this is 0.
  }
}
