import { registerHooks } from 'node:module'

const fetchOfNode = 'NativeModule internal/deps/undici/undici'
let hasFetch = false

/** Says of every module of a package that it is loaded, and of Node's own `fetch`, which is one behind names of others. */
registerHooks({
  load(url, context, nextLoad) {
    if (!hasFetch && process.moduleLoadList.includes(fetchOfNode)) {
      hasFetch = true
      process.stderr.write("loads Node's fetch\n")
    }
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(url)?.[1]
    if (name !== undefined) process.stderr.write(`loads ${name}\n`)
    return nextLoad(url, context)
  },
})
