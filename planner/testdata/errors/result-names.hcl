mix "m" {
  transaction "buy" {
    query "price" { sql = "SELECT 1" }
    group "lines" {
      query "line" { sql = "SELECT 2" }
    }
  }
  transaction "sell" {
    query "price" { sql = "SELECT 3" }
    query "stock" { sql = "SELECT 4" }
  }
}

mix "other" {
  transaction "scan" {
    query "all" { sql = "SELECT 5" }
  }
}

variable "mixed" { default = 1 }

experiment "e" {
  matrix { mixed = [1, 2] }
  load "oltp" { mix = mix.m }
  load "olap" { mix = var.mixed == 1 ? mix.m : mix.other }

  assert "good" {
    condition     = result.load.olap.transaction.scan.query.all.errors + result.query.price.errors + result.transaction.sell.query.commit.errors == 0
    error_message = "No."
  }
  assert "load" {
    condition     = result.load.olpt.errors == 0 # ERROR 32-37: Unknown load: The experiment has no load "olpt" here; there are: oltp and olap. Did you mean "oltp"?
    error_message = "No."
  }
  assert "transaction" {
    condition     = result.transaction.bye.errors == 0 # ERROR 39-43: Unknown transaction: The experiment has no transaction "bye" here; there are: buy, sell and scan. Did you mean "buy"?
    error_message = "No."
  }
  assert "load-transaction" {
    condition     = result.load.oltp.transaction.scan.errors == 0 # ERROR 49-54: Unknown transaction: The experiment has no transaction "scan" here; there are: buy and sell.
    error_message = "No."
  }
  assert "price" {
    condition     = percentile(result.query.prices.service, 99) < 5 # ERROR 44-51: Unknown query: The experiment has no query "prices" here; there are: price, line, stock and all. Did you mean "price"?
    error_message = "No."
  }
  assert "transaction-query" {
    condition     = result.transaction.buy.query.stock.events > 5 # ERROR 49-55: Unknown query: The experiment has no query "stock" here; there are: price and line.
    error_message = "No."
  }
}
