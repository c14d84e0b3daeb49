# The options of sysbench 0.4 for --test=oltp under their own names, with its
# defaults; see docs/sysbench.md. Its modes are experiments: simple, complex,
# nontrx and sp.

variable "num_threads" {
  type        = number
  default     = 1
  description = "Workers, each with a connection of its own."
}

variable "max_requests" {
  type        = number
  default     = 10000
  description = "End after so many events over all threads; 0 is no limit."
}

variable "max_time" {
  type        = number
  default     = 0
  description = "Measure for so many seconds; 0 is no limit."
}

variable "tx_rate" {
  type        = number
  default     = 0
  description = "Events per second over all threads, due at equal distances; 0 runs as many as the threads can."
}

variable "seed_rng" {
  type        = number
  default     = 0
  description = "Where all randomness begins; 0 is the seed 1."
}

variable "oltp_num_tables" {
  type        = number
  default     = 1
  description = "With 1 the table is sbtest, with more they are sbtest1, sbtest2, …; 0.5 calls it oltp-tables-count."
}

variable "oltp_table_size" {
  type        = number
  default     = 10000
  description = "Rows of each table."
}

variable "oltp_auto_inc" {
  type        = bool
  default     = true
  description = "Whether id is AUTO_INCREMENT."
}

variable "oltp_secondary" {
  type        = bool
  default     = false
  description = "Key id with a plain index in place of the primary key."
}

variable "mysql_table_engine" {
  type        = string
  default     = "innodb"
  description = "The engine of the tables, where there are engines."
}

variable "mysql_create_options" {
  type        = string
  default     = ""
  description = "Text for the end of CREATE TABLE."
}

variable "oltp_read_only" {
  type        = bool
  default     = false
  description = "Leave out what writes."
}

variable "oltp_write_only" {
  type        = bool
  default     = false
  description = "Leave out what reads."
}

variable "oltp_skip_trx" {
  type        = bool
  default     = false
  description = "Leave out BEGIN and COMMIT."
}

variable "oltp_range_selects" {
  type        = bool
  default     = true
  description = "False leaves out the ranges of all four kinds."
}

variable "oltp_range_size" {
  type        = number
  default     = 100
  description = "Ids in each range."
}

variable "oltp_point_selects" {
  type        = number
  default     = 10
  description = "Point selects in a transaction."
}

variable "oltp_simple_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range."
}

variable "oltp_sum_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range's SUM(k)."
}

variable "oltp_order_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range with ORDER BY."
}

variable "oltp_distinct_ranges" {
  type        = number
  default     = 1
  description = "SELECT DISTINCTs of a range."
}

variable "oltp_index_updates" {
  type        = number
  default     = 1
  description = "UPDATEs of the indexed column k."
}

variable "oltp_non_index_updates" {
  type        = number
  default     = 1
  description = "UPDATEs of the column c."
}

variable "oltp_nontrx_mode" {
  type        = string
  default     = "select"
  description = "What the mode nontrx does."

  validation {
    condition     = contains(["select", "update_key", "update_nokey", "insert", "delete"], var.oltp_nontrx_mode)
    error_message = "The mode is select, update_key, update_nokey, insert or delete."
  }
}

variable "oltp_sp_name" {
  type        = string
  default     = "sbtest"
  description = "The procedure that the mode sp calls with the thread's number and how many there are; it must exist."
}

variable "oltp_dist_type" {
  type        = string
  default     = "special"
  description = "How ids are drawn."

  validation {
    condition     = contains(["uniform", "gaussian", "special", "pareto"], var.oltp_dist_type)
    error_message = "The distribution is uniform, gaussian, special or (in 0.5) pareto."
  }
}

variable "oltp_dist_iter" {
  type        = number
  default     = 12
  description = "Uniform numbers whose mean is drawn."
}

variable "oltp_dist_pct" {
  type        = number
  default     = 1
  description = "Percentage of the range that is hot."
}

variable "oltp_dist_res" {
  type        = number
  default     = 75
  description = "Percentage of the draws that are hot."
}

variable "db_driver" {
  type        = string
  default     = null
  description = "Null is mysql if one of the addresses below is given, and else the embedded SQLite."

  validation {
    condition     = var.db_driver == null ? true : contains(["mysql", "mariadb", "sqlite"], var.db_driver)
    error_message = "The driver is mysql, mariadb (the same with that server's SQL) or sqlite."
  }
}

variable "db_ps_mode" {
  type        = string
  default     = "auto"
  description = "`disable` sends plain text in place of prepared statements."

  validation {
    condition     = contains(["auto", "disable"], var.db_ps_mode)
    error_message = "The mode is auto or disable."
  }
}

variable "mysql_host" {
  type        = string
  default     = null
  description = "Names or addresses of servers, with commas; null is localhost."
}

variable "mysql_port" {
  type        = string
  default     = null
  description = "Their ports, with commas; null is 3306."
}

variable "mysql_socket" {
  type        = string
  default     = null
  description = "Paths of Unix sockets, with commas, in place of hosts and ports."

  validation {
    condition     = length([for path in split(",", coalesce(var.mysql_socket, "/")) : path if substr(path, 0, 1) != "/"]) == 0
    error_message = "The path of a socket is absolute: it begins with a slash."
  }
}

variable "mysql_user" {
  type        = string
  default     = null
  description = "Null is sbtest."
}

variable "mysql_db" {
  type        = string
  default     = null
  description = "The database, which must exist; null is sbtest."
}

variable "mysql_password" {
  type      = string
  default   = ""
  sensitive = true
}

# What all experiments have in common.
locals {
  seed     = var.seed_rng > 0 ? var.seed_rng : 1
  events   = var.max_requests > 0 ? var.max_requests : null
  rate     = var.tx_rate > 0 ? var.tx_rate : null
  duration = var.max_time > 0 ? "${var.max_time}s" : null
  prepare  = var.db_ps_mode != "disable"
}
