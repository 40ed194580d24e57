import { join } from 'node:path'
import { env } from 'node:process'
import type { Ports } from '../world/ports.ts'
import type { Secrets } from './secrets.ts'
import type { Program } from './supervise.ts'

/** The processes of the demo and their settings. Partners named in the environment replace the simulated ones. */
export function programsFor(root: string, databaseUrl: string, ports: Ports, secrets: Secrets): Program[] {
  const logFile = (name: string): string => join(root, 'var', 'log', `${name}.log`)
  const local = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`
  const gateway: Program = {
    name: 'gateway simulator',
    script: 'tools/gateway-simulator/main.ts',
    settings: { ...secrets, PORT: String(ports.gateway), BOOKS: join(root, 'var', 'gateway') },
    logFile: logFile('gateway-simulator'),
    healthUrl: local(ports.gateway, '/'),
  }
  const mail: Program = {
    name: 'mail catcher',
    script: 'tools/mail-catcher/main.ts',
    settings: { SMTP_PORT: String(ports.smtp), HTTP_PORT: String(ports.mail), MAILS: join(root, 'var', 'mails') },
    logFile: logFile('mail-catcher'),
    healthUrl: local(ports.mail, '/'),
  }
  const server: Program = {
    name: 'server',
    script: 'server/src/main.ts',
    settings: {
      ...secrets,
      CARD_GATEWAY_URL: local(ports.gateway, ''),
      ...(env.CARD_GATEWAY_URL ? {} : simulatedGatewayPace),
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      PUBLIC_URL: addressOf(ports),
      // No load balancer stands in front of a demo.
      DRAIN_SECONDS: '0',
      ...given([
        'CARD_GATEWAY_URL',
        ...Object.keys(secrets),
        ...Object.keys(simulatedGatewayPace),
        'SMTP_URL',
        'PUBLIC_URL',
        'DRAIN_SECONDS',
      ]),
      DATABASE_URL: databaseUrl,
      PORT: String(ports.portal),
    },
    logFile: logFile('server'),
    healthUrl: `http://${reachable(env.HOST)}:${ports.portal}/readyz`,
  }
  return [...(env.CARD_GATEWAY_URL ? [] : [gateway]), ...(env.SMTP_URL ? [] : [mail]), server]
}

/** Nobody waits half an hour in a demo: outcomes settle within three minutes. */
const simulatedGatewayPace = { CARD_GATEWAY_TIMEOUT_SECONDS: '15', PAYMENT_PACE: '0.1' }

/** The settings of the demo's server, for commands that work with its database and partners. */
export function serverSettings(
  root: string,
  { databaseUrl, ports }: { databaseUrl: string; ports: Ports },
  secrets: Secrets,
): Record<string, string> {
  return programsFor(root, databaseUrl, ports, secrets).find(({ name }) => name === 'server')?.settings ?? {}
}

export function addressOf(ports: Ports): string {
  return env.PUBLIC_URL ?? `http://localhost:${ports.portal}`
}

function given(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

function reachable(host: string | undefined): string {
  return !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
