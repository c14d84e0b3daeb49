mix "m" {
  transaction "t" {
    query "q" { sql = "SELECT 1" }
  }
}

experiment "e" {
  load "g" {
    mix = module.tpcc.mix.m # ERROR 11-28: Unknown module: There is no module "tpcc" here.
  }
}
