import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { SessionKind } from '@portal/contract/call'
import type { Catalog } from '@portal/contract/language'
import { addressOfPage, pageMeant, pagePaths, schemeCookie, splitAtHash } from '@portal/contract/paths'
import { outdatedPage } from '@portal/contract/problem'
import { type PortalStart, portalStartElement } from '@portal/contract/utility'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseCommonly } from '../refusal.ts'
import type { ServerProfile } from '../settings/profile.ts'
import { isSignedIn } from './find-caller.ts'
import { readPageLinks } from './page-links.ts'
import { pathOf } from './server.ts'
import { serveTheme } from './theme.ts'

const builtByVite = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Where the start data go in the built page. */
const placeOfStart = '<!--portal-start-->'

const aYear = 'public, max-age=31536000, immutable'
/** Files without a hash in their name, such as the icon. */
const anHour = 'public, max-age=3600'

/**
 * Serves the built web app: its compressed files, and its one page for every path of the portal. The page contains the
 * current start data and links to what it needs first. A path typed slightly otherwise leads there. Any other path gets
 * the page with status 404, so that it shows Page Not Found (C§2.1). Without a built web app, or where pages are not to be served, the server only answers API
 * calls.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | undefined,
  theme: { profile: ServerProfile; logo: string },
  readStart: (page: { isSignedIn: (kind: SessionKind) => Promise<boolean>; address: string }) => Promise<PortalStart>,
): Promise<void> {
  if (!app.serves.has('pages')) {
    app.setNotFoundHandler(refuseAddress)
    return
  }
  const root = folder ?? builtByVite
  const indexFile = join(root, 'index.html')
  if (!existsSync(indexFile)) {
    app.log.warn({ folder: root }, 'There is no built web app to serve')
    app.setNotFoundHandler(refuseAddress)
    return
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
    preCompressed: true,
    // Nobody needs part of such a small file, and the plugin throws for a range that does not exist.
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', relative(root, path).startsWith('assets') ? aYear : anHour)
    },
    schemaHide: true,
  })
  const { consolePath } = theme.profile
  const html = readFileSync(indexFile, 'utf8').replace('<html lang="en">', `<html lang="${theme.profile.locale}">`)
  const catalogLink = theme.profile.catalog ? serveCatalog(app, theme.profile.catalog) : ''
  const pageLinks = readPageLinks(root)
  const themeLinks = serveTheme(app, theme.profile, theme.logo)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const start = await readStart({
      isSignedIn: async (kind) => await isSignedIn(request, kind),
      address: request.url,
    })
    if (start.cardFrame?.isAllowed) reply.headers(app.cardFrameHeaders)
    const head =
      themeLinks(request.cookies[schemeCookie.name]) + catalogLink + startBlock(start) + pageLinks(request.url, start)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return await reply.send(html.replace(placeOfStart, () => head))
  }

  for (const page of Object.values(pagePaths)) {
    app.get(
      addressOfPage(page, consolePath),
      { schema: { hide: true } },
      async (request, reply) => await sendPage(request, reply),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = decodedPath(request.url)
    if (!isRead(request) || notOfPages.test(path)) return refuseAddress()
    const meant = pageMeant(path, consolePath)
    if (meant) return await reply.header('cache-control', anHour).redirect(meant + queryOf(request.url), 301)
    // Never redirected: browsers and proxies would remember the secret.
    if (splitAtHash(path, consolePath)) return await sendPage(request, reply)
    return await sendPage(request, reply.code(404))
  })
}

/**
 * Serves the texts of the profile's language as a script. It runs before the page's own, which read it.
 * @returns its element
 */
function serveCatalog(app: FastifyInstance, catalog: Catalog): string {
  const script = `globalThis.portalCatalog=${JSON.stringify(catalog)}`
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  const path = `/assets/catalog-${hash}.js`
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    return await reply.header('cache-control', aYear).type('text/javascript; charset=utf-8').send(script)
  })
  return `<script src="${path}"></script>`
}

function refuseAddress(): never {
  throw refuseCommonly('not-found', { detail: outdatedPage })
}

/** Calls of the API and files of the build, which nobody types or follows. */
const notOfPages = /^\/+(?:api|api-v1|assets)(?:\/|$)/i

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Never fails, because the server makes every address readable (server.ts). */
function decodedPath(address: string): string {
  return decodeURIComponent(pathOf(address))
}

/** Everything from the question mark, as it was sent. */
function queryOf(address: string): string {
  return address.slice(pathOf(address).length)
}

/** The data block of the page. No `<` can end it early, and line separators stay inside JavaScript strings. */
function startBlock(start: PortalStart): string {
  const json = JSON.stringify(start)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
  return `<script type="application/json" id="${portalStartElement}">${json}</script>`
}
