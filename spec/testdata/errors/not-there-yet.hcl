mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

publication "p" { # ERROR 1-12: Unknown block: There is no block "publication". There are no published figures to compare with yet
}

experiment "e" {
  load "l" {
    mix  = mix.m
    rate = 100 # ERROR 5-9: Unknown attribute: There is no attribute "rate" in a load block. There is no open loop yet: in a closed
    stages = [] # ERROR 5-11: Unknown attribute: There is no attribute "stages" in a load block. There are no stages yet: a load
    stage { # ERROR 5-10: Unknown block: There is no block "stage" in a load block. There are no stages yet
    }
  }
}
