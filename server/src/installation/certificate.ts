import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { epochOf, Instant } from '@portal/contract/dates'

interface Certificate {
  /** In a sentence with what to do. */
  trouble: string | null
  /** Until it ends. */
  days: number
}

const longestWait = 10_000
const millisecondsOfDay = 86_400_000

/** As a browser would see it: whether the host answers, and its certificate is trusted and in time. Never rejects. */
export function certificateOf({ hostname, port }: URL, now: string): Promise<Certificate> {
  const { promise, resolve } = Promise.withResolvers<Certificate>()
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    // An IP address may not be asked for by name (RFC 6066).
    ...(isIP(hostname) === 0 && { servername: hostname }),
    timeout: longestWait,
    rejectUnauthorized: false,
  })
  const end = (certificate: Certificate): void => {
    socket.destroy()
    resolve(certificate)
  }
  socket.once('secureConnect', () => {
    const ends = socket.getPeerX509Certificate()?.validToDate.getTime() ?? 0
    const days = Math.floor((ends - epochOf(Instant.parse(now))) / millisecondsOfDay)
    const error = socket.authorized ? null : String(socket.authorizationError)
    end({ days, trouble: error && `Browsers would reject the certificate: ${error}. Install it with its whole chain` })
  })
  const silent = (why: string): void =>
    end({ days: 0, trouble: `Nothing answers there: ${why}. Check DNS, firewall and proxy` })
  socket.once('timeout', () => silent('no answer in time'))
  socket.once('error', (error: NodeJS.ErrnoException) => silent(error.code ?? error.message))
  return promise
}
