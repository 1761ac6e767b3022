/** Texts inside of answers. */
export const words = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  code: 'Code',
  table: 'Table',
  deadLink: (address: string) => `Not a link, because it is no web address: ${address}`,
  image: (label: string) => (label === '' ? '[picture]' : `[picture: ${label}]`),
  imageNotLoaded: (address: string) => `This page loads no pictures: ${address}`,
}
