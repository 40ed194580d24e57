/** Lets browsers that enforce Trusted Types accept a worker's address; only addresses of our own origin pass. */
const policy = globalThis.trustedTypes?.createPolicy('portal-worker', { createScriptURL: ownAddress })

/** `url` as an import with `?worker&url` gives it. @throws TypeError when it is not of our own origin */
export function startWorker(url: string): Worker {
  return new Worker(policy ? policy.createScriptURL(url) : ownAddress(url), { type: 'module' })
}

function ownAddress(url: string): string {
  const address = new URL(url, location.href)
  if (address.origin !== location.origin) throw new TypeError('A worker must come from our own address')
  return address.href
}
