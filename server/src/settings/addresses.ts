import { z } from 'zod'

// Settings that are addresses. Each refusal says in words what is expected.

/** The address of PostgreSQL. */
export const databaseUrl = z
  .string()
  .refine(
    // Without a host, PostgreSQL is reached by a socket, which `?host=` names.
    (text) => /^postgres(ql)?:[/]{2}/.test(text) && URL.canParse(text.replace('@/', '@socket/')),
    'an address such as postgres://user:password@host/database, with signs such as # or / in the password encoded',
  )
  // These options would replace those of database/connect.ts.
  .refine((text) => !/[?&]options=/.test(text), 'without options=: give those to the role with alter role … set')

/** The mail server. */
export const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:[/]{2}[^/]/.test(text) && URL.canParse(text),
    'an address such as smtps://user:password@mail.example, with signs such as # or / in the password encoded',
  )

/** The origin that people type. */
export const publicOrigin = z
  .string()
  .refine(
    (text) => /^https?:/i.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`,
    'an origin such as https://portal.utility.example, without a path',
  )
  .transform((text) => new URL(text).origin)

/** The origin of a group of calls or of pages, as browsers write it. */
export const origin = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (text) => /^https?:[/]{2}[a-z0-9.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'an origin such as https://pay.utility.example, in small letters, without a path',
  )

/** A domain that several hosts share. */
export const domain = z
  .string()
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]*[a-z][a-z0-9-]*)+$/,
    'a domain such as portal.utility.example, without a dot in front',
  )

/** Where files are exchanged with the billing system: a host, or a share that is mounted here. */
export const exchangeAddress = z.string().refine((text) => {
  if (text.startsWith('/')) return true
  const { protocol, hostname, username, password, pathname } = URL.parse(text) ?? {}
  return protocol === 'sftp:' && Boolean(hostname && username) && !password && !pathname?.replace('/', '')
}, 'an address such as sftp://user@files.example, or a folder such as /mnt/billing')
