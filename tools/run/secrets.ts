import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({
  HUMAN_CHECK_SECRET: z.string(),
  LINK_SECRET: z.string(),
  SECOND_FACTOR_SECRET: z.string(),
  EMAIL_REPORT_SECRET: z.string(),
  CARD_GATEWAY_ID: z.string(),
  CARD_GATEWAY_PASSWORD: z.string(),
  CARD_GATEWAY_KEY_ID: z.string(),
  CARD_GATEWAY_HMAC_KEY: z.string(),
  CARD_GATEWAY_SEARCH_USER: z.string(),
  CARD_GATEWAY_SEARCH_PASSWORD: z.string(),
})
/** The secrets of the demo's processes; the names are the server's settings. */
export type Secrets = z.infer<typeof Secrets>

/**
 * The secrets of this checkout's demo, readable only by their owner. They are made at the first start; one that a newer
 * version adds is made when that version first starts.
 */
export async function readOrMakeSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const kept = Secrets.partial().parse(JSON.parse(text))
  const complete = Secrets.safeParse(kept)
  if (complete.success) return complete.data
  const secrets = { ...makeSecrets(), ...kept }
  await writeFile(`${file}.new`, JSON.stringify(secrets, undefined, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return secrets
}

function makeSecrets(): Secrets {
  return {
    HUMAN_CHECK_SECRET: secret(),
    LINK_SECRET: secret(),
    SECOND_FACTOR_SECRET: secret(),
    EMAIL_REPORT_SECRET: secret(),
    CARD_GATEWAY_ID: 'A00049-01',
    CARD_GATEWAY_PASSWORD: secret(),
    CARD_GATEWAY_KEY_ID: '107',
    CARD_GATEWAY_HMAC_KEY: secret(),
    CARD_GATEWAY_SEARCH_USER: 'portal-search',
    CARD_GATEWAY_SEARCH_PASSWORD: secret(),
  }
}

/** 24 random bytes: 32 characters. */
const secret = (): string => randomBytes(24).toString('base64url')
