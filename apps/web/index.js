/** The folder of the built pages: `index.html`, and under `assets/` files whose names change with what they hold. */
export const pages = new URL('./dist/', import.meta.url)
