# A LinkBench-like benchmark of a social graph (Armstrong, Ponnekanti, Borthakur
# and Callaghan, "LinkBench: a Database Benchmark Based on the Facebook Social
# Graph", SIGMOD 2013): nodes, links between them and a count of links for each
# node. The shares of the operations are the paper's table 3; the degree of
# every node is the same here, where LinkBench follows a measured curve.
#
#   assay run examples/linkbench.hcl --var nodes=100000

variable "nodes" {
  type    = number
  default = 20000
}

variable "degree" {
  type        = number
  default     = 5
  description = "Links that start at each node once loaded."
}

variable "threads" {
  type    = number
  default = 4
}

variable "warmup" {
  type    = string
  default = "2s"
}

variable "duration" {
  type    = string
  default = "10s"
}

locals {
  link_type = 123456790
  node      = zipf(1, var.nodes, 0.8) # some people have more visitors
  links     = var.nodes * var.degree
}

schema "graph" {
  table "node" {
    rows        = var.nodes
    primary_key = ["id"]

    column "id" {
      type           = "bigint"
      auto_increment = true
    }
    column "type" {
      type  = "int"
      value = 2048
    }
    column "version" {
      type  = "bigint"
      value = 0
    }
    column "time" {
      type  = "int"
      value = uniform(1700000000, 1760000000)
    }
    column "data" {
      type  = "varchar(255)"
      value = text(64, 200)
    }
  }

  # The far ends of a node's links are spread over all nodes, one in each of
  # "degree" equal parts, so that no two links of a node are the same.
  table "link" {
    rows        = local.links
    primary_key = ["id1", "link_type", "id2"]

    column "id1" {
      type  = "bigint"
      value = floor((self.row - 1) / var.degree) + 1
    }
    column "id2" {
      type  = "bigint"
      value = floor(var.nodes / var.degree) * ((self.row - 1) % var.degree) + uniform(1, floor(var.nodes / var.degree))
    }
    column "link_type" {
      type  = "bigint"
      value = local.link_type
    }
    column "visibility" {
      type  = "tinyint"
      value = 1
    }
    column "data" {
      type  = "varchar(255)"
      value = letters(8, 16)
    }
    column "time" {
      type  = "bigint"
      value = uniform(1700000000, 1760000000)
    }
    column "version" {
      type  = "int"
      value = 0
    }
    index "by_time" {
      columns = ["id1", "link_type", "visibility", "time"]
    }
  }

  table "count" {
    rows        = var.nodes
    primary_key = ["id", "link_type"]

    column "id" {
      type  = "bigint"
      value = self.row
    }
    column "link_type" {
      type  = "bigint"
      value = local.link_type
    }
    column "count" {
      type  = "int"
      value = var.degree
    }
    column "time" {
      type  = "bigint"
      value = 1700000000
    }
  }
}

mix "graph" {
  schema = schema.graph

  transaction "get_link_list" {
    weight     = 50.7
    autocommit = true

    query "list" {
      sql  = "SELECT id2, data, time, version FROM ${table.link} WHERE id1 = ? AND link_type = ? AND visibility = 1 ORDER BY time DESC LIMIT 10000"
      args = [local.node, local.link_type]
    }
  }

  transaction "get_node" {
    weight     = 12.9
    autocommit = true

    query "node" {
      sql  = "SELECT id, type, version, time, data FROM ${table.node} WHERE id = ?"
      args = [local.node]
    }
  }

  transaction "add_link" {
    weight = 9

    let {
      from = local.node
      to   = local.node
    }
    query "seen" {
      sql  = "SELECT COUNT(*) FROM ${table.link} WHERE id1 = ? AND link_type = ? AND id2 = ?"
      args = [let.from, local.link_type, let.to]
      read = { n = int }
    }
    query "insert" {
      when = query.seen.n == 0
      sql  = "INSERT INTO ${table.link} (id1, id2, link_type, visibility, data, time, version) VALUES (?, ?, ?, 1, ?, ?, 0)"
      args = [let.from, let.to, local.link_type, letters(8, 16), uniform(1700000000, 1760000000)]
    }
    query "recount" {
      when = query.seen.n == 0
      sql  = "UPDATE ${table.count} SET count = count + 1 WHERE id = ? AND link_type = ?"
      args = [let.from, local.link_type]
    }
  }

  transaction "update_link" {
    weight     = 8
    autocommit = true

    query "update" {
      sql  = "UPDATE ${table.link} SET data = ?, version = version + 1 WHERE id1 = ? AND link_type = ?"
      args = [letters(8, 16), local.node, local.link_type]
    }
  }

  transaction "update_node" {
    weight     = 7.4
    autocommit = true

    query "update" {
      sql  = "UPDATE ${table.node} SET data = ?, version = version + 1 WHERE id = ?"
      args = [text(64, 200), local.node]
    }
  }

  transaction "count_links" {
    weight     = 4.9
    autocommit = true

    query "recount" {
      sql  = "SELECT count FROM ${table.count} WHERE id = ? AND link_type = ?"
      args = [local.node, local.link_type]
    }
  }

  transaction "delete_link" { # hides a link, as LinkBench does
    weight = 3

    let {
      from = local.node
    }
    query "find" {
      sql  = "SELECT id2 FROM ${table.link} WHERE id1 = ? AND link_type = ? AND visibility = 1 LIMIT 1"
      args = [let.from, local.link_type]
      read = { id2 = int }
    }
    group "hide" {
      when = coalesce(query.find.id2, 0) > 0
      query "hide" {
        sql  = "UPDATE ${table.link} SET visibility = 0 WHERE id1 = ? AND link_type = ? AND id2 = ?"
        args = [let.from, local.link_type, query.find.id2]
      }
      query "recount" {
        sql  = "UPDATE ${table.count} SET count = count - 1 WHERE id = ? AND link_type = ?"
        args = [let.from, local.link_type]
      }
    }
  }

  transaction "add_node" {
    weight     = 2.6
    autocommit = true

    query "insert" {
      sql  = "INSERT INTO ${table.node} (type, version, time, data) VALUES (2048, 0, ?, ?)"
      args = [uniform(1700000000, 1760000000), text(64, 200)]
    }
  }

  transaction "delete_node" {
    weight     = 1
    autocommit = true

    query "delete" {
      sql  = "DELETE FROM ${table.node} WHERE id = ?"
      args = [local.node]
    }
  }

  transaction "get_link" {
    weight     = 0.5
    autocommit = true

    query "link" {
      sql  = "SELECT id2, data, time, version FROM ${table.link} WHERE id1 = ? AND link_type = ? AND visibility = 1 ORDER BY id2 LIMIT 1"
      args = [local.node, local.link_type]
    }
  }
}

experiment "linkbench" {
  data = "fresh"

  load "requests" {
    mix      = mix.graph
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration

    errors {
      ignore = [1062] # two workers may add the same link at the same time
    }
  }
}
