import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { longDigits } from './database/long-digits.ts'
import { alarms } from './metrics.ts'

const redacted = '[redacted]'

/** Twelve or more digits could be a card number, so no log line may contain them. */
const cardDigits = longDigits(12)

/** They would hold secrets or personal data if somebody logged the object around them. */
const secretPaths = ['cookie', 'authorization', 'card', 'cardNumber', 'cvv', 'password', 'token', 'body'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
)

/** JSON lines without bodies; the last of several guards against secrets (docs/security.md). Counts alarms. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: [...secretPaths, 'headers["set-cookie"]', '*.headers["set-cookie"]'], censor: redacted },
    serializers: { err: describeError, error: describeError },
    hooks: { logMethod: countAlarm, streamWrite: withoutLongDigits },
  }
  return pino(options, destination)
}

/** In characters. */
const mostWaiting = 1024 * 1024

/** On a full disk, lines wait, and are dropped when too many do: the log has a gap, but payments go on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, maxLength: mostWaiting })
  const { flushSync } = output
  output.on('error', () => {
    // With the stream's own flushSync, a process that ends would try forever.
    output.flushSync = () => undefined
    output.once('write', () => (output.flushSync = flushSync))
  })
  return output
}

/** Nothing else: libraries attach requests, rows and parameters to errors. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const errors = error instanceof AggregateError ? error.errors : undefined
  return {
    type: name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(errors && { errors: errors.map(describeError) }),
  }
}

const countAlarm: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function countAlarm(words, method) {
  const facts: unknown = words[0]
  if (typeof facts === 'object' && facts !== null && 'alarm' in facts && facts.alarm === true) alarms.inc()
  method.apply(this, words)
}

function withoutLongDigits(line: string): string {
  if (!line.match(cardDigits)) return line
  const scrubbed: unknown = JSON.parse(line, (_, value: unknown) => {
    if (typeof value === 'string') return value.replace(cardDigits, redacted)
    return typeof value === 'number' && String(value).match(cardDigits) ? redacted : value
  })
  return `${JSON.stringify(scrubbed)}\n`
}
