mix "m" {
  transaction "t" {
    let = { a = 1 } # ERROR 5-8: Block written as an attribute: "let" is a block: write let { … } without the equals sign.
    query "q" {
      sql    = "SELECT 1"
      expect = { rows = 1 } # ERROR 7-13: Block written as an attribute: "expect" is a block: write expect { … } without the equals sign.
    }
  }
}
