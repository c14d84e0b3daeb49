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
    tx_rate = 100 # ERROR 5-12: Unknown attribute: There is no attribute "tx_rate" in a load block. An open loop is written as rate
    stages = [] # ERROR 5-11: Unknown attribute: There is no attribute "stages" in a load block. What changes within a load is written as stage blocks
  }
}
