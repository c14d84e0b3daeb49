# A TPC-C-like benchmark. It is not TPC-C: the nine tables and the five
# transactions follow clauses 1 to 2 of the TPC-C specification, revision 5.11,
# but there are no terminals, no keying and think times, and no audit, so its
# figures must not be called tpmC.
#
#   assay run examples/tpcc.hcl --var warehouses=2
#   assay run examples/tpcc.hcl --target 'mariadb://root@/test?socket=/run/mysqld/mysqld.sock' --var threads=16

variable "warehouses" {
  type        = number
  default     = 1
  description = "The scale: each warehouse has ten districts."

  validation {
    condition     = var.warehouses >= 1 && floor(var.warehouses) == var.warehouses
    error_message = "There must be at least one whole warehouse."
  }
}

variable "customers" {
  type        = number
  default     = 3000
  description = "Customers of each district (clause 1.2.1), and its orders at the start."
}

variable "items" {
  type        = number
  default     = 100000
  description = "Items in the catalogue (clause 1.2.1)."
}

variable "threads" {
  type    = number
  default = 4
}

variable "warmup" {
  type    = string
  default = "5s"
}

variable "duration" {
  type    = string
  default = "30s"
}

locals {
  districts = 10
  # Orders 2,101 to 3,000 of each district are not delivered at the start.
  delivered = floor(var.customers * 7 / 10)

  warehouse = uniform(1, var.warehouses)
  district  = uniform(1, local.districts)
  customer  = nurand(1023, 1, var.customers)
  item      = nurand(8191, 1, var.items)
  name      = nurand(255, 0, min(999, var.customers - 1))
}

schema "tpcc" {
  # Clause 1.3 names the columns, clause 4.3.3.1 says what fills them.
  table "warehouse" {
    rows        = var.warehouses
    primary_key = ["w_id"]

    column "w_id" {
      type  = "int"
      value = self.row
    }
    column "w_name" {
      type  = "varchar(10)"
      value = letters(6, 10)
    }
    column "w_street_1" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "w_street_2" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "w_city" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "w_state" {
      type  = "char(2)"
      value = letters(2)
    }
    column "w_zip" {
      type  = "char(9)"
      value = digits("####11111")
    }
    column "w_tax" {
      type  = "decimal(4,4)"
      value = uniform(0, 2000) / 10000
    }
    column "w_ytd" {
      type  = "decimal(12,2)"
      value = 300000
    }
  }

  table "district" {
    rows        = var.warehouses * local.districts
    primary_key = ["d_w_id", "d_id"]

    column "d_w_id" {
      type  = "int"
      value = floor((self.row - 1) / local.districts) + 1
    }
    column "d_id" {
      type  = "int"
      value = (self.row - 1) % local.districts + 1
    }
    column "d_name" {
      type  = "varchar(10)"
      value = letters(6, 10)
    }
    column "d_street_1" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "d_street_2" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "d_city" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "d_state" {
      type  = "char(2)"
      value = letters(2)
    }
    column "d_zip" {
      type  = "char(9)"
      value = digits("####11111")
    }
    column "d_tax" {
      type  = "decimal(4,4)"
      value = uniform(0, 2000) / 10000
    }
    column "d_ytd" {
      type  = "decimal(12,2)"
      value = 30000
    }
    column "d_next_o_id" {
      type  = "int"
      value = var.customers + 1
    }
  }

  # The first thousand customers of a district have each name once; names are
  # numbers where TPC-C has syllables.
  table "customer" {
    rows        = var.warehouses * local.districts * var.customers
    primary_key = ["c_w_id", "c_d_id", "c_id"]

    column "c_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers)) + 1
    }
    column "c_d_id" {
      type  = "int"
      value = floor((self.row - 1) / var.customers) % local.districts + 1
    }
    column "c_id" {
      type  = "int"
      value = (self.row - 1) % var.customers + 1
    }
    column "c_first" {
      type  = "varchar(16)"
      value = letters(8, 16)
    }
    column "c_middle" {
      type  = "char(2)"
      value = "OE"
    }
    column "c_last" {
      type  = "varchar(16)"
      value = format("NAME%03d", (self.row - 1) % var.customers < 1000 ? (self.row - 1) % var.customers : local.name)
    }
    column "c_street_1" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "c_street_2" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "c_city" {
      type  = "varchar(20)"
      value = letters(10, 20)
    }
    column "c_state" {
      type  = "char(2)"
      value = letters(2)
    }
    column "c_zip" {
      type  = "char(9)"
      value = digits("####11111")
    }
    column "c_phone" {
      type  = "char(16)"
      value = digits("################")
    }
    column "c_since" {
      type  = "datetime"
      value = "2026-01-01 00:00:00"
    }
    column "c_credit" {
      type  = "char(2)"
      value = chance(0.1) ? "BC" : "GC"
    }
    column "c_credit_lim" {
      type  = "decimal(12,2)"
      value = 50000
    }
    column "c_discount" {
      type  = "decimal(4,4)"
      value = uniform(0, 5000) / 10000
    }
    column "c_balance" {
      type  = "decimal(12,2)"
      value = -10
    }
    column "c_ytd_payment" {
      type  = "decimal(12,2)"
      value = 10
    }
    column "c_payment_cnt" {
      type  = "int"
      value = 1
    }
    column "c_delivery_cnt" {
      type  = "int"
      value = 0
    }
    column "c_data" {
      type  = "varchar(500)"
      value = text(300, 500)
    }
    index "by_name" {
      columns = ["c_w_id", "c_d_id", "c_last", "c_first"]
    }
  }

  table "history" {
    rows = var.warehouses * local.districts * var.customers

    column "h_c_id" {
      type  = "int"
      value = (self.row - 1) % var.customers + 1
    }
    column "h_c_d_id" {
      type  = "int"
      value = floor((self.row - 1) / var.customers) % local.districts + 1
    }
    column "h_c_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers)) + 1
    }
    column "h_d_id" {
      type  = "int"
      value = floor((self.row - 1) / var.customers) % local.districts + 1
    }
    column "h_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers)) + 1
    }
    column "h_date" {
      type  = "datetime"
      value = "2026-01-01 00:00:00"
    }
    column "h_amount" {
      type  = "decimal(6,2)"
      value = 10
    }
    column "h_data" {
      type  = "varchar(24)"
      value = letters(12, 24)
    }
  }

  # Each order has ten lines at the start (TPC-C: five to fifteen), so that the
  # row of a line tells its order.
  table "orders" {
    rows        = var.warehouses * local.districts * var.customers
    primary_key = ["o_w_id", "o_d_id", "o_id"]

    column "o_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers)) + 1
    }
    column "o_d_id" {
      type  = "int"
      value = floor((self.row - 1) / var.customers) % local.districts + 1
    }
    column "o_id" {
      type  = "int"
      value = (self.row - 1) % var.customers + 1
    }
    column "o_c_id" {
      type  = "int"
      value = permute(1, var.customers)
    }
    column "o_entry_d" {
      type  = "datetime"
      value = "2026-01-01 00:00:00"
    }
    column "o_carrier_id" {
      type  = "int"
      null  = true
      value = uniform(1, 10)
    }
    column "o_ol_cnt" {
      type  = "int"
      value = 10
    }
    column "o_all_local" {
      type  = "int"
      value = 1
    }
    index "by_customer" {
      columns = ["o_w_id", "o_d_id", "o_c_id", "o_id"]
    }
  }

  table "new_order" {
    rows        = var.warehouses * local.districts * (var.customers - local.delivered)
    primary_key = ["no_w_id", "no_d_id", "no_o_id"]

    column "no_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * (var.customers - local.delivered))) + 1
    }
    column "no_d_id" {
      type  = "int"
      value = floor((self.row - 1) / (var.customers - local.delivered)) % local.districts + 1
    }
    column "no_o_id" {
      type  = "int"
      value = (self.row - 1) % (var.customers - local.delivered) + local.delivered + 1
    }
  }

  table "order_line" {
    rows        = var.warehouses * local.districts * var.customers * 10
    primary_key = ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"]

    column "ol_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers * 10)) + 1
    }
    column "ol_d_id" {
      type  = "int"
      value = floor((self.row - 1) / (var.customers * 10)) % local.districts + 1
    }
    column "ol_o_id" {
      type  = "int"
      value = floor((self.row - 1) / 10) % var.customers + 1
    }
    column "ol_number" {
      type  = "int"
      value = (self.row - 1) % 10 + 1
    }
    column "ol_i_id" {
      type  = "int"
      value = uniform(1, var.items)
    }
    column "ol_supply_w_id" {
      type  = "int"
      value = floor((self.row - 1) / (local.districts * var.customers * 10)) + 1
    }
    column "ol_delivery_d" {
      type  = "datetime"
      null  = true
      value = "2026-01-01 00:00:00"
    }
    column "ol_quantity" {
      type  = "int"
      value = 5
    }
    column "ol_amount" {
      type  = "decimal(6,2)"
      value = uniform(1, 999999) / 100
    }
    column "ol_dist_info" {
      type  = "char(24)"
      value = letters(24)
    }
  }

  table "item" {
    rows        = var.items
    primary_key = ["i_id"]

    column "i_id" {
      type  = "int"
      value = self.row
    }
    column "i_im_id" {
      type  = "int"
      value = uniform(1, 10000)
    }
    column "i_name" {
      type  = "varchar(24)"
      value = letters(14, 24)
    }
    column "i_price" {
      type  = "decimal(5,2)"
      value = uniform(100, 10000) / 100
    }
    column "i_data" {
      type  = "varchar(50)"
      value = chance(0.1) ? "ORIGINAL" : letters(26, 50)
    }
  }

  # One s_dist stands for the ten of TPC-C, of which an order reads one.
  table "stock" {
    rows        = var.warehouses * var.items
    primary_key = ["s_w_id", "s_i_id"]

    column "s_w_id" {
      type  = "int"
      value = floor((self.row - 1) / var.items) + 1
    }
    column "s_i_id" {
      type  = "int"
      value = (self.row - 1) % var.items + 1
    }
    column "s_quantity" {
      type  = "int"
      value = uniform(10, 100)
    }
    column "s_dist" {
      type  = "char(24)"
      value = letters(24)
    }
    column "s_ytd" {
      type  = "int"
      value = 0
    }
    column "s_order_cnt" {
      type  = "int"
      value = 0
    }
    column "s_remote_cnt" {
      type  = "int"
      value = 0
    }
    column "s_data" {
      type  = "varchar(50)"
      value = chance(0.1) ? "ORIGINAL" : letters(26, 50)
    }
  }
}

# The weights are the shares of clause 5.2.3. MySQL and MariaDB read what stands
# in /*! … */; to SQLite, which locks the whole database, it is a comment.
mix "tpcc" {
  schema = schema.tpcc

  transaction "new_order" { # clause 2.4
    weight = 45
    let {
      w     = local.warehouse
      d     = local.district
      c     = local.customer
      lines = uniform(5, 15)
      bad   = chance(0.01) # one in a hundred orders an item that does not exist
    }
    query "warehouse" {
      sql  = "SELECT w_tax FROM ${table.warehouse} WHERE w_id = ?"
      args = [let.w]
      read = { tax = decimal }
    }
    query "customer" {
      sql  = "SELECT c_discount FROM ${table.customer} WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?"
      args = [let.w, let.d, let.c]
      read = { discount = decimal }
    }
    query "district" {
      sql  = "SELECT d_next_o_id, d_tax FROM ${table.district} WHERE d_w_id = ? AND d_id = ? /*! FOR UPDATE */"
      args = [let.w, let.d]
      read = { next = int, tax = decimal }
      expect { rows = 1 }
    }
    query "advance" {
      sql  = "UPDATE ${table.district} SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?"
      args = [query.district.next + 1, let.w, let.d]
    }
    query "order" {
      sql  = "INSERT INTO ${table.orders} (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) VALUES (?, ?, ?, ?, ?, ?, 1)"
      args = [let.w, let.d, query.district.next, let.c, now(), let.lines]
    }
    query "queue" {
      sql  = "INSERT INTO ${table.new_order} (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)"
      args = [let.w, let.d, query.district.next]
    }
    group "lines" {
      count = let.lines
      let {
        item     = let.bad && count.index == let.lines - 1 ? var.items + 1 : local.item
        quantity = uniform(1, 10)
      }
      query "item" {
        sql      = "SELECT i_price FROM ${table.item} WHERE i_id = ?"
        args     = [let.item]
        read     = { price = decimal }
        on_empty = "rollback"
      }
      query "stock" {
        sql  = "SELECT s_quantity, s_dist FROM ${table.stock} WHERE s_w_id = ? AND s_i_id = ? /*! FOR UPDATE */"
        args = [let.w, let.item]
        read = { quantity = int, dist = string }
      }
      query "take" {
        let {
          left = query.stock.quantity - let.quantity
        }
        sql  = "UPDATE ${table.stock} SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1 WHERE s_w_id = ? AND s_i_id = ?"
        args = [let.left >= 10 ? let.left : let.left + 91, let.quantity, let.w, let.item]
      }
      query "line" {
        sql  = "INSERT INTO ${table.order_line} (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        args = [let.w, let.d, query.district.next, count.index + 1, let.item, let.w, let.quantity, query.item.price * let.quantity, query.stock.dist]
      }
    }
  }

  transaction "payment" { # clause 2.5
    weight = 43
    let {
      w       = local.warehouse
      d       = local.district
      by_name = chance(0.6)
      name    = format("NAME%03d", local.name)
      c       = local.customer
      amount  = uniform(100, 500000) / 100
    }
    query "warehouse" {
      sql  = "UPDATE ${table.warehouse} SET w_ytd = w_ytd + ? WHERE w_id = ?"
      args = [let.amount, let.w]
    }
    query "district" {
      sql  = "UPDATE ${table.district} SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?"
      args = [let.amount, let.w, let.d]
    }
    query "namesakes" {
      when = let.by_name
      sql  = "SELECT COUNT(*) FROM ${table.customer} WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?"
      args = [let.w, let.d, let.name]
      read = { n = int }
    }
    query "by_name" { # the one in the middle
      when     = let.by_name
      sql      = "SELECT c_id FROM ${table.customer} WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first LIMIT 1 OFFSET ?"
      args     = [let.w, let.d, let.name, floor(query.namesakes.n / 2)]
      read     = { id = int }
      on_empty = "error"
    }
    query "pay" {
      let {
        id = let.by_name ? query.by_name.id : let.c
      }
      sql  = "UPDATE ${table.customer} SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?"
      args = [let.amount, let.amount, let.w, let.d, let.id]
      expect { affected = 1 }
    }
    query "history" {
      sql  = "INSERT INTO ${table.history} (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
      args = [let.by_name ? query.by_name.id : let.c, let.d, let.w, let.d, let.w, now(), let.amount, letters(12, 24)]
    }
  }

  transaction "order_status" { # clause 2.6
    weight    = 4
    read_only = true
    let {
      w = local.warehouse
      d = local.district
      c = local.customer
    }
    query "customer" {
      sql  = "SELECT c_balance, c_first, c_middle, c_last FROM ${table.customer} WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?"
      args = [let.w, let.d, let.c]
      expect { rows = 1 }
    }
    query "last" {
      sql      = "SELECT o_id FROM ${table.orders} WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1"
      args     = [let.w, let.d, let.c]
      read     = { id = int }
      on_empty = "error"
    }
    query "lines" {
      sql  = "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM ${table.order_line} WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?"
      args = [let.w, let.d, query.last.id]
    }
  }

  transaction "delivery" { # clause 2.7: the oldest order of each district
    weight = 4
    let {
      w       = local.warehouse
      carrier = uniform(1, 10)
    }
    group "district" {
      count = local.districts
      let {
        district = count.index + 1
      }
      query "oldest" {
        sql  = "SELECT no_o_id FROM ${table.new_order} WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1 /*! FOR UPDATE */"
        args = [let.w, let.district]
        read = { id = int } # null if none is waiting
      }
      group "deliver" {
        when = coalesce(query.oldest.id, 0) > 0
        query "unqueue" {
          sql  = "DELETE FROM ${table.new_order} WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?"
          args = [let.w, let.district, query.oldest.id]
        }
        query "order" {
          sql  = "SELECT o_c_id FROM ${table.orders} WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?"
          args = [let.w, let.district, query.oldest.id]
          read = { customer = int }
        }
        query "carrier" {
          sql  = "UPDATE ${table.orders} SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?"
          args = [let.carrier, let.w, let.district, query.oldest.id]
        }
        query "lines" {
          sql  = "UPDATE ${table.order_line} SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?"
          args = [now(), let.w, let.district, query.oldest.id]
        }
        query "amount" {
          sql  = "SELECT SUM(ol_amount) FROM ${table.order_line} WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?"
          args = [let.w, let.district, query.oldest.id]
          read = { total = decimal }
        }
        query "credit" {
          sql  = "UPDATE ${table.customer} SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?"
          args = [query.amount.total, let.w, let.district, query.order.customer]
        }
      }
    }
  }

  transaction "stock_level" { # clause 2.8: recent items that run low
    weight    = 4
    read_only = true
    let {
      w         = local.warehouse
      d         = local.district
      threshold = uniform(10, 20)
    }
    query "district" {
      sql  = "SELECT d_next_o_id FROM ${table.district} WHERE d_w_id = ? AND d_id = ?"
      args = [let.w, let.d]
      read = { next = int }
    }
    query "low" {
      sql  = "SELECT COUNT(DISTINCT s_i_id) FROM ${table.order_line} JOIN ${table.stock} ON s_w_id = ol_w_id AND s_i_id = ol_i_id WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id BETWEEN ? AND ? AND s_quantity < ?"
      args = [let.w, let.d, query.district.next - 20, query.district.next - 1, let.threshold]
    }
  }
}

experiment "tpcc" {
  description = "The five transactions at their shares, as fast as they go."
  data        = "fresh"

  load "terminals" {
    mix      = mix.tpcc
    threads  = var.threads
    warmup   = var.warmup
    duration = var.duration
  }
}
