import { freePort } from '@portal/tools/world/ports.ts'
import { type Server, commonSettings, startProcess } from './server.ts'

/** Browsers resolve every name below `localhost` to this machine; this one is the portal's domain. */
const domain = 'portal.localhost'

/** `www` has the pages, `api` the general calls and the console's, `pay` the others (R28). Three processes. */
export async function startSeparateHosts(folder: string, partners: Record<string, string>): Promise<Server> {
  const [wwwPort, apiPort, payPort] = [await freePort(), await freePort(), await freePort()]
  const www = `http://www.${domain}:${wwwPort}`
  const api = `http://api.${domain}:${apiPort}`
  const pay = `http://pay.${domain}:${payPort}`
  const settings = {
    ...commonSettings(partners),
    PUBLIC_URL: www,
    GENERAL_URL: api,
    ADMIN_URL: api,
    DASHBOARD_URL: pay,
    PAY_NOW_URL: pay,
    WEB_ORIGINS: www,
    COOKIE_DOMAIN: domain,
  }
  const stops = await Promise.all([
    startProcess(folder, wwwPort, { ...settings, SERVES: 'pages', WORKER: 'off' }),
    startProcess(folder, apiPort, { ...settings, SERVES: 'general,admin', WORKER: 'off' }),
    startProcess(folder, payPort, { ...settings, SERVES: 'dashboard,pay-now' }),
  ])
  return {
    url: www,
    // Unlike browsers, other programs do not resolve names below localhost.
    callUrl: `http://localhost:${apiPort}`,
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
