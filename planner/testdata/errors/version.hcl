assay {
  required_version = ">= 7.1" # ERROR 22-30: Unsupported language version: The spec needs version >= 7.1 of the language, and this program knows version 0.1. Use another release of
}
