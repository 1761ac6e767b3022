// Loaded into the gateway before its own code: collects garbage when it is asked to, so that what is measured is what is kept.
process.on('SIGUSR2', () => globalThis.gc())
