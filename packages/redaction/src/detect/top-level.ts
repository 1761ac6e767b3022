/** Two-letter endings of files that are no countries. */
const files = /^(?:js|ts|hs|kt|gz)$/i
/**
 * Longer top-level domains with mail, and those reserved for examples. A list, because any word may follow a dot: `@app.route`, `icon@2x.png`, `@agent.tool`.
 */
const generic = new Set(
  (
    'com org net edu gov mil int info biz name pro mobi jobs travel museum aero coop asia cat tel post arpa ' +
    'app dev blog cloud shop store online site website tech space digital agency studio design email mail live news media group company ' +
    'solutions services systems network software technology consulting capital finance bank insurance health care clinic hospital school academy ' +
    'education university college institute foundation charity church team work works world today life style fashion art photo photography music ' +
    'video games game club social chat community support help legal law lawyer attorney engineer engineering science energy green eco bio farm ' +
    'restaurant cafe bar pub pizza food kitchen recipes hotel tours holiday house homes land estate realty property rent auto cars taxi bike ' +
    'ventures partners holdings international global africa berlin london paris tokyo nyc amsterdam hamburg wien koeln bayern swiss eus scot wales cymru ' +
    'gmbh ltd llc inc corp ngo ong xyz top win vip icu fun one zone expert guru ninja rocks page plus tools training security ' +
    'family love wedding garden dental vet gallery kiwi irish cat bzh frl ruhr nrw saarland tirol cologne istanbul miami vegas boston sydney melbourne ' +
    'test example invalid localhost'
  ).split(' '),
)

/** Whether a top-level domain is known to have mail. @param top - In ASCII. */
export const isTopLevel = (top: string): boolean =>
  top.startsWith('xn--') || (top.length === 2 ? /^[a-z]{2}$/i.test(top) && !files.test(top) : generic.has(top.toLowerCase()))
