import { z } from 'zod'
import { call } from './call.ts'
import { RichText } from './rich-text.ts'

/** How long the title of an announcement may be. */
export const longestAnnouncementTitle = 200

/** An image announcement is shown in this shape, whatever is uploaded. */
export const announcementImageShape = { width: 16, height: 9 } as const

/** `GET /announcement-images/{name}`: one size of an uploaded image, under a name of our own that is never used again. */
export const announcementImagePath = '/announcement-images/'

/** One size of an announcement's image: a file name, and its size in pixels. */
const ImageFile = z.object({ name: z.string(), width: z.number().int(), height: z.number().int() })
export type ImageFile = z.infer<typeof ImageFile>

const Text = { id: z.number().int(), title: z.string(), content: RichText }

/** A visible announcement of the slider (C§2.2). */
export const FrontAnnouncement = z.discriminatedUnion('type', [
  z.object({
    ...Text,
    type: z.literal('Image'),
    /** The file name of the largest size. */
    featured_image: z.string(),
    /** All sizes, the narrowest first. */
    images: z.array(ImageFile).min(1),
  }),
  z.object({
    ...Text,
    type: z.literal('Video'),
    /** An https address on one of the profile's video hosts (design R15). */
    featured_image: z.string(),
  }),
])
export type FrontAnnouncement = z.infer<typeof FrontAnnouncement>

export const SystemPop = z.object(Text)
export type SystemPop = z.infer<typeof SystemPop>

/** `GET /api/v1/announcements-front`: what the login page shows, in order, and the system pop-up if there is a visible one. */
export const readAnnouncementsFront = call({
  method: 'GET',
  path: '/api/v1/announcements-front',
  summary: 'The visible announcements and the system pop-up of the login page (C§2.2, C§7)',
  access: 'anyone',
  reply: z.object({ announceList: z.array(FrontAnnouncement), systemPop: SystemPop.nullable() }),
  problems: {},
})

/** Whether a video may be shown: an https address on one of these hosts, with nothing odd in front of the host (design R15). */
export function isVideoAddress(address: string, videoHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && videoHosts.includes(host)
}
