import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Instant } from '@portal/contract/dates'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'

type Needed = Pick<Deps['config'], 'SECOND_FACTOR_SECRET'>

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Nonce, tag and cipher text, valid only for this administrator. */
export function encryptSecret(config: Needed, adminUserId: number, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyFor(config, 'secret'), nonce).setAAD(nameOf(adminUserId))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Null when it was encrypted with another value of the setting, which changes after a leak. */
export function decryptSecret(config: Needed, adminUserId: number, encrypted: Buffer): Buffer | null {
  const [nonce, rest] = [encrypted.subarray(0, nonceLength), encrypted.subarray(nonceLength)]
  const decipher = createDecipheriv(algorithm, keyFor(config, 'secret'), nonce, { authTagLength: tagLength })
    .setAAD(nameOf(adminUserId))
    .setAuthTag(rest.subarray(0, tagLength))
  const opened = decipher.update(rest.subarray(tagLength))
  try {
    return Buffer.concat([opened, decipher.final()])
  } catch {
    // Tampered with or encrypted with another key: what has been decrypted so far is worthless.
    return null
  }
}

/** Sent to the browser and back; stored only once a code proves that an app has it. */
const Proof = z.object({ adminUserId: z.number(), secret: z.base64url(), until: Instant })

/** Proves that the server made this secret for this administrator; valid until that instant. */
export function signSecret(config: Needed, adminUserId: number, secret: Buffer, until: Instant): string {
  const content = Buffer.from(JSON.stringify({ adminUserId, secret: secret.toString('base64url'), until }))
  return `${content.toString('base64url')}.${signatureOf(config, content).toString('base64url')}`
}

/** Null when the proof is not, or no longer, valid for this administrator. */
export function signedSecret(config: Needed, adminUserId: number, proof: string, now: Instant): Buffer | null {
  const [content, signature] = proof.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!content || !signature) return null
  const right = signatureOf(config, content)
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) return null
  const said = Proof.parse(JSON.parse(content.toString()))
  return said.adminUserId === adminUserId && now < said.until ? Buffer.from(said.secret, 'base64url') : null
}

function signatureOf(config: Needed, content: Buffer): Buffer {
  return createHmac('sha256', keyFor(config, 'proof')).update(content).digest()
}

function nameOf(adminUserId: number): Buffer {
  return Buffer.from(`admin ${adminUserId}`)
}

function keyFor({ SECOND_FACTOR_SECRET }: Needed, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', SECOND_FACTOR_SECRET, '', `second factor: ${purpose}`, 32))
}

/** RFC 6238, the one that authenticator apps use. */
const stepSeconds = 30

const typingSeconds = 10

/** 160 bits (RFC 4226 §4). */
export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes)
}

/** For a QR code, and for typing by hand. */
export function appAddress(secret: Buffer, issuer: string, username: string): { address: string; typed: string } {
  const totp = totpOf(secret, issuer, username)
  return { address: totp.toString(), typed: totp.secret.base32 }
}

/** RFC 6238 step of a code, `at` in ms; null when wrong. The step before counts for a moment (docs/decisions/011). */
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
