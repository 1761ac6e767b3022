/** The folder of the built pages: `index.html`, and under `assets/` files whose names change with what they hold. */
export declare const pages: URL
