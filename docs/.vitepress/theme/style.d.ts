/** Vite imports styles; TypeScript has to know that they are there. */
declare module '*.css'
