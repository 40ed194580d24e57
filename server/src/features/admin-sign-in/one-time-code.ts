import { Buffer } from 'node:buffer'
import { Secret, TOTP } from 'otpauth'

/** A step of RFC 6238, in seconds: the one that authenticator apps use. */
const stepSeconds = 30

/** How long a code stays valid once the app shows the next one. */
const typingSeconds = 10

/** A fresh secret of 160 bits (RFC 4226 §4). */
export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes)
}

/** What an authenticator app reads from a QR code, and what people type into one by hand. */
export function appAddress(secret: Buffer, issuer: string, username: string): { address: string; typed: string } {
  const totp = totpOf(secret, issuer, username)
  return { address: totp.toString(), typed: totp.secret.base32 }
}

/**
 * The time step of a code given at that time (milliseconds since 1970), or null when the code is wrong. The code of the
 * current step is right and, for a moment, that of the step before, which somebody may have begun to type
 * (docs/decisions/011).
 */
export function stepOf(secret: Buffer, code: string, at: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = totpOf(secret)
  const isShown = (time: number) => totp.validate({ token: code, timestamp: time, window: 0 }) !== null
  const shownAt = [at, at - typingSeconds * 1000].find(isShown)
  return shownAt === undefined ? null : Math.floor(shownAt / 1000 / stepSeconds)
}

function totpOf(secret: Buffer, issuer = '', label = ''): TOTP {
  const bytes = new Uint8Array(secret)
  return new TOTP({ issuer, label, secret: new Secret({ buffer: bytes.buffer }), period: stepSeconds })
}
