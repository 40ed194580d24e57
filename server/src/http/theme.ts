import { createHash } from 'node:crypto'
import { schemeCookie } from '@portal/contract/paths'
import { darkSheet, lightSheet, tokensOf } from '@portal/contract/theme'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { ServerProfile } from '../settings/profile.ts'

const aYear = 'public, max-age=31536000, immutable'
const anHour = 'public, max-age=3600'
const iconSizes = [180, 192, 512]

/**
 * Serves what a utility's pages look like, from its profile: the colors of both schemes, the logo, the icons and the
 * manifest of the installed portal.
 * @returns makes the links of a page's head for a browser with this choice of scheme in its cookie
 */
export function serveTheme(
  app: FastifyInstance,
  { look, name, shortName, paper }: ServerProfile,
  logo: string,
): (scheme: string | undefined) => string {
  const hide = { schema: { hide: true } }
  const light = sheet(app, 'theme', `${lightSheet(look)}@page{size:${paper}}`)
  const dark = sheet(app, 'theme-dark', darkSheet(look))

  app.get('/logo.svg', hide, async (_request, reply) => {
    return await reply.type('image/svg+xml').header('cache-control', anHour).send(logo)
  })
  let onPaper: Promise<Buffer> | undefined
  app.get('/logo.png', hide, async (_request, reply) => {
    onPaper ??= drawOnPaper(logo)
    return await reply
      .type('image/png')
      .header('cache-control', anHour)
      .send(await onPaper)
  })
  // Where browsers look for the icon of an address that names none, such as a file opened in a tab of its own.
  app.get('/favicon.ico', hide, async (_request, reply) => {
    return await reply.header('cache-control', anHour).redirect('/logo.svg')
  })
  for (const size of iconSizes) {
    let icon: Promise<Buffer> | undefined
    app.get(`/icon-${size}.png`, hide, async (_request, reply) => {
      icon ??= drawIcon(logo, size, look.deep)
      return await reply
        .type('image/png')
        .header('cache-control', anHour)
        .send(await icon)
    })
  }
  const manifest = JSON.stringify({
    name,
    short_name: shortName,
    start_url: '/',
    display: 'standalone',
    theme_color: look.deep,
    background_color: look.page,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  })
  app.get('/manifest.webmanifest', hide, async (_request, reply) => {
    return await reply.type('application/manifest+json').header('cache-control', anHour).send(manifest)
  })

  const { deep: deepInDark } = tokensOf(look, 'dark')
  return (scheme) => {
    const themeColor = scheme === 'dark' ? deepInDark : look.deep
    return [
      `<meta name="theme-color" content="${themeColor}">`,
      '<link rel="icon" href="/logo.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="/icon-180.png">',
      '<link rel="manifest" href="/manifest.webmanifest">',
      `<link rel="stylesheet" href="${light}">`,
      `<link rel="stylesheet" href="${dark}" id="dark-scheme" media="${mediaOf(scheme)}">`,
    ].join('')
  }
}

/** When the dark sheet counts: the page's switch sets the same (web, `shell/scheme-switch`). */
function mediaOf(scheme: string | undefined): string {
  return schemeCookie.media[scheme === 'dark' || scheme === 'light' ? scheme : 'system']
}

/** @returns its address, which changes with its content */
function sheet(app: FastifyInstance, name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const address = `/${name}-${hash}.css`
  app.get(address, { schema: { hide: true } }, async (_request, reply) => {
    return await reply.type('text/css; charset=utf-8').header('cache-control', aYear).send(content)
  })
  return address
}

/** The logo as PDF files embed it as it is: without transparency, and sharp on paper. */
async function drawOnPaper(logo: string): Promise<Buffer> {
  return await sharp(Buffer.from(logo), { density: 600 })
    .resize(256, 256, { fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
}

/** The logo on a square with a margin, so that phones can cut it into any shape. */
async function drawIcon(logo: string, size: number, background: string): Promise<Buffer> {
  const margin = Math.round(size * 0.16)
  const drawn = await sharp(Buffer.from(logo), { density: 600 })
    .resize(size - 2 * margin, size - 2 * margin, { fit: 'contain', background: '#0000' })
    .toBuffer()
  return await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn, left: margin, top: margin }])
    .png()
    .toBuffer()
}
