# The options of sysbench 1.0 under their own names, with its defaults; see
# docs/sysbench.md for those that are no variables.

variable "threads" {
  type        = number
  default     = 1
  description = "Workers, each with a connection of its own."
}

variable "events" {
  type        = number
  default     = 0
  description = "End after so many events over all threads; 0 is no limit."
}

variable "time" {
  type        = number
  default     = 10
  description = "Measure for so many seconds; 0 is no limit, and then `events` must be given."
}

variable "rate" {
  type        = number
  default     = 0
  description = "Events per second over all threads, due at random instants; 0 runs as many as the threads can."
}

variable "warmup_time" {
  type        = number
  default     = 0
  description = "Seconds that run before the measurement and are not counted (sysbench 1.1)."
}

variable "reconnect" {
  type        = number
  default     = 0
  description = "Connect anew after so many events of a worker; 0 is never (sysbench 1.1)."
}

variable "rand_seed" {
  type        = number
  default     = 0
  description = "Where all randomness begins. 0 is the seed 1, not the clock: the same command does the same work."
}

variable "tables" {
  type        = number
  default     = 1
  description = "Tables sbtest1, sbtest2, …, all of one shape."
}

variable "table_size" {
  type        = number
  default     = 10000
  description = "Rows of each table."
}

variable "auto_inc" {
  type        = bool
  default     = true
  description = "Whether id is AUTO_INCREMENT."
}

variable "secondary" {
  type        = bool
  default     = false
  description = "Key id with a plain index `xid` in place of the primary key."
}

variable "create_secondary" {
  type        = bool
  default     = true
  description = "Build the index on k when the rows are in."
}

variable "mysql_storage_engine" {
  type        = string
  default     = "innodb"
  description = "The engine of the tables, where there are engines."
}

variable "create_table_options" {
  type        = string
  default     = ""
  description = "Text for the end of CREATE TABLE (sysbench 1.1)."
}

variable "range_size" {
  type        = number
  default     = 100
  description = "Ids in each range."
}

variable "point_selects" {
  type        = number
  default     = 10
  description = "Point selects in an event."
}

variable "range_selects" {
  type        = bool
  default     = true
  description = "False leaves out the ranges of all four kinds."
}

variable "simple_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range in an event."
}

variable "sum_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range's SUM(k)."
}

variable "order_ranges" {
  type        = number
  default     = 1
  description = "SELECTs of a range with ORDER BY."
}

variable "distinct_ranges" {
  type        = number
  default     = 1
  description = "SELECT DISTINCTs of a range."
}

variable "index_updates" {
  type        = number
  default     = 1
  description = "UPDATEs of the indexed column k."
}

variable "non_index_updates" {
  type        = number
  default     = 1
  description = "UPDATEs of the column c."
}

variable "delete_inserts" {
  type        = number
  default     = 1
  description = "Pairs of a DELETE and an INSERT with the same id."
}

variable "skip_trx" {
  type        = bool
  default     = false
  description = "Leave out BEGIN and COMMIT: each statement commits by itself."
}

variable "random_points" {
  type        = number
  default     = 10
  description = "Values in the IN list of select_random_points."
}

variable "number_of_ranges" {
  type        = number
  default     = 10
  description = "Ranges in the condition of select_random_ranges."
}

variable "delta" {
  type        = number
  default     = 5
  description = "Length of these ranges, upper less lower end."
}

variable "rand_type" {
  type        = string
  default     = "special"
  description = "How ids are drawn."

  validation {
    condition     = contains(["uniform", "gaussian", "special", "pareto", "zipfian"], var.rand_type)
    error_message = "The distribution is uniform, gaussian, special, pareto or zipfian."
  }
}

variable "rand_spec_iter" {
  type        = number
  default     = 12
  description = "Uniform numbers whose mean is drawn, of gaussian and special."
}

variable "rand_spec_pct" {
  type        = number
  default     = 1
  description = "Percentage of the range that is hot, of special."
}

variable "rand_spec_res" {
  type        = number
  default     = 75
  description = "Percentage of the draws that are hot, of special."
}

variable "rand_pareto_h" {
  type        = number
  default     = 0.2
  description = "The fraction of the range that gets all but this fraction of the draws, of pareto."
}

variable "rand_zipfian_exp" {
  type        = number
  default     = 0.8
  description = "The exponent of zipfian (sysbench 1.1)."
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

variable "mysql_ssl" {
  type        = string
  default     = "disabled"
  description = "disabled, preferred, required, verify_ca or verify_identity (sysbench 1.1; 1.0 has on and off)."
}

variable "mysql_ssl_ca" {
  type        = string
  default     = null
  description = "Path of the certificates of trusted authorities; 1.0 takes cacert.pem in the current directory."
}

variable "mysql_ssl_cert" {
  type        = string
  default     = null
  description = "Path of the client's certificate; 1.0 takes client-cert.pem."
}

variable "mysql_ssl_key" {
  type        = string
  default     = null
  description = "Path of its private key; 1.0 takes client-key.pem."
}

variable "mysql_compression" {
  type        = bool
  default     = false
  description = "Compress what goes over the wire."
}

variable "mysql_ignore_errors" {
  type        = string
  default     = "1213,1020,1205"
  description = "Error codes, with commas, after which an event is rolled back and attempted anew; `all` for any."
}

# What all experiments have in common.
locals {
  seed      = var.rand_seed > 0 ? var.rand_seed : 1
  events    = var.events > 0 ? var.events : null
  rate      = var.rate > 0 ? var.rate : null
  warmup    = "${var.warmup_time}s"
  duration  = "${var.time}s"
  reconnect = var.reconnect > 0 ? var.reconnect : null
  prepare   = var.db_ps_mode != "disable"

  # SQLite has codes of its own for what is worth another attempt.
  retry = jsondecode(
    target.dialect == "sqlite" ? "[5, 6]" :
    var.mysql_ignore_errors == "all" ? "\"all\"" : "[${var.mysql_ignore_errors}]"
  )
}
