threads = 4 # ERROR 1-8: Attribute outside a block: Only blocks stand at the top of a file. If "threads" is to be a name for a value,
experiment "e" {
  load "l" { mix = mix.m }
}
