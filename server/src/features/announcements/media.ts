import { type insertAnnouncement, announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { isVideoAddress } from '@portal/contract/announcements-texts'
import type { ParsedBodyOf } from '@portal/contract/call'
import { Parser } from 'htmlparser2'
import type { Deps } from '../../deps.ts'
import { type EncodedSize, encodeImage } from './encode-image.ts'

export interface Media {
  type: 'Image' | 'Video'
  /** None for a video. */
  sizes: readonly EncodedSize[]
  /** Null for an image. */
  videoAddress: string | null
}

type Upload = Pick<ParsedBodyOf<typeof insertAnnouncement>, 'type' | 'myFile'>

/** @returns the image or video, or why it was refused, in the words of the contract */
export async function readMedia({ profile }: Pick<Deps, 'profile'>, upload: Upload): Promise<Media | string> {
  if (typeof upload.myFile === 'string') {
    const found = videoAddress(upload.myFile, profile.videoHosts)
    return 'refusal' in found ? found.refusal : { type: 'Video', sizes: [], videoAddress: found.address }
  }
  const sizes = await encodeImage(upload.myFile)
  return typeof sizes === 'string' ? sizes : { type: 'Image', sizes, videoAddress: null }
}

/** Or why there is none. */
type VideoAddress = { address: string } | { refusal: string }

/** The one https address on a host of the profile (R15). @param code an `<iframe>` or only an address */
export function videoAddress(code: string, videoHosts: readonly string[]): VideoAddress {
  const pasted = code.startsWith('<') ? framed(code) : code
  const address = pasted === null ? null : playerAddress(pasted)
  if (address === null) return { refusal: announcementConsoleTexts.videoNotUnderstood }
  const onListedHost = [address, withoutCookies(address)].find((each) => isVideoAddress(each, videoHosts))
  return onListedHost === undefined
    ? { refusal: `${announcementConsoleTexts.videoHostNotAllowed}${videoHosts.join(', ')}` }
    : { address: onListedHost }
}

/** Null unless there is exactly one frame; text around it does no harm. */
function framed(code: string): string | null {
  const sources: (string | undefined)[] = []
  let runsSomething = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'iframe') sources.push(attributes.src)
      if (['script', 'object', 'embed', 'svg'].includes(name)) runsSomething = true
    },
  })
  parser.end(code)
  const [source] = sources
  return sources.length === 1 && !runsSomething && source ? source.trim() : null
}

/** For the address of a video's page, that of the player. */
function playerAddress(pasted: string): string | null {
  // Embed codes leave the protocol out for pages that still have none of their own.
  const whole = pasted.startsWith('//') ? `https:${pasted}` : pasted
  if (!URL.canParse(whole) || /\s/.test(whole)) return null
  const { protocol, username, password, hostname, pathname, searchParams, href } = new URL(whole)
  if (protocol !== 'https:' || username !== '' || password !== '') return null
  const video = /^[\w-]{6,20}$/
  const id = pathname.slice(1)
  const watched = searchParams.get('v') ?? ''
  if (hostname === 'youtu.be' && video.test(id)) return `https://www.youtube.com/embed/${id}`
  if (/^(www\.|m\.)?youtube\.com$/.test(hostname) && pathname === '/watch' && video.test(watched)) {
    return `https://www.youtube.com/embed/${watched}`
  }
  if (/^(www\.)?vimeo\.com$/.test(hostname) && /^\d+$/.test(id)) return `https://player.vimeo.com/video/${id}`
  return href
}

/** YouTube's other host sets no cookies before playing; a profile may list only that one. */
function withoutCookies(address: string): string {
  return address.replace('https://www.youtube.com/embed/', 'https://www.youtube-nocookie.com/embed/')
}
