import { registerHooks } from 'node:module'

const fetchOfNode = 'NativeModule internal/deps/undici/undici'
let hasFetch = false

/** Says of every module that it is loaded, by its package or, of ours, by how its file's name begins; and of Node's own `fetch`, which is one behind names of others. */
registerHooks({
  load(url, context, nextLoad) {
    if (!hasFetch && process.moduleLoadList.includes(fetchOfNode)) {
      hasFetch = true
      process.stderr.write("loads Node's fetch\n")
    }
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(url)?.[1]
    const own = /([^/.-]+)[^/]*$/.exec(url)?.[1]
    process.stderr.write(`loads ${name ?? `our ${own}`}\n`)
    return nextLoad(url, context)
  },
})
