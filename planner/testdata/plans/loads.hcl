# Two loads side by side on the embedded database, one from a module that is
# used twice, with a factor that reaches into one instance.
variable "workers" {
  type    = number
  default = 2
}

module "small" {
  source = "./parts/kv.hcl"
  rows   = 100
}

module "sized" {
  source = "./parts/kv.hcl"
  rows   = 1000 * var.workers
  hot    = var.workers > 2
}

experiment "side_by_side" {
  repeat     = 2
  seed       = 42
  data       = "fresh"
  on_failure = "stop"

  matrix {
    workers = [2, 4]
  }

  load "readers" {
    mix      = var.workers == 2 ? module.small.mix.read : module.sized.mix["read"]
    threads  = var.workers
    duration = "1m30s"
    cooldown = "500ms"
    think    = "5ms"
  }
  load "all_cpus" {
    mix     = module.small.mix.nothing
    threads = host.cpus
    events  = 1000
    think   = uniform(0.0, 0.5)
    errors {
      retry       = []
      ignore      = "all"
      backoff_max = "1s"
    }
  }

  assert "enough" {
    condition     = result.load.readers.throughput > 100 && result.errors == 0
    error_message = "Too slow, or errors."
  }
  archive {
    statements = false
  }
}
