/** Returns the model behind an id of a URL: without escapes, the ARN, the region group and the hosting version. */
export function canonicalModel(id: string): string {
  const plain = id.replaceAll(/%3a/gi, ':').replaceAll(/%2f/gi, '/')
  return plain
    .slice(plain.lastIndexOf('/') + 1)
    .replace(/^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\./, '')
    .replace(/-v\d+(?::\d\w*)?$/, '')
}
