import { registerHooks } from 'node:module'

/** Says of every module of a package that it is loaded. */
registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(url)?.[1]
    if (name !== undefined) process.stderr.write(`loads ${name}\n`)
    return nextLoad(url, context)
  },
})
