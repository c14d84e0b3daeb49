# A stored procedure, which knows by its arguments which thread calls.

mix "sp" {
  transaction "sp" {
    autocommit = true

    query "call" {
      prepare = local.prepare
      sql     = "CALL ${var.oltp_sp_name}(?, ?)"
      args    = [worker.index, worker.count]
    }
  }
}

experiment "sp" {
  target = local.driver == "sqlite" ? target.embedded : target.mysql
  seed   = local.seed

  load "sysbench" {
    mix      = mix.sp
    threads  = var.num_threads
    events   = local.events
    rate     = local.rate
    arrivals = "constant"
    duration = local.duration
  }
}
