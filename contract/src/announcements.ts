import { z } from 'zod'
import {
  announcementImagePath,
  announcementImageShape,
  isVideoAddress,
  longestAnnouncementTitle,
} from './announcements-texts.ts'
import { call } from './call.ts'
import { RichText } from './rich-text.ts'

// Kept apart from the schemas, so that a page that only shows them need not load a schema library.
export { announcementImagePath, announcementImageShape, isVideoAddress, longestAnnouncementTitle }

/** One size of an announcement's image: a file name, and its size in pixels. */
export const ImageFile = z.object({ name: z.string(), width: z.number().int(), height: z.number().int() })
export type ImageFile = z.infer<typeof ImageFile>

/**
 * The content comes parsed, unlike in the console's calls. The specification names no format for the login page, and
 * parsed content can be checked piece by piece.
 */
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
    /** An https address on one of the profile's video hosts (R15). */
    featured_image: z.string(),
  }),
])
export type FrontAnnouncement = z.infer<typeof FrontAnnouncement>

export const SystemPop = z.object(Text)
export type SystemPop = z.infer<typeof SystemPop>

/**
 * `GET /api/v1/announcements-front`: what the login page shows, in order, and the system pop-up if there is a visible
 * one.
 */
export const readAnnouncementsFront = call({
  method: 'GET',
  path: '/api/v1/announcements-front',
  group: 'general',
  summary: 'The visible announcements and the system pop-up of the login page (C§2.2, C§7)',
  access: 'anyone',
  reply: z.object({ announceList: z.array(FrontAnnouncement), systemPop: SystemPop.nullable() }),
  problems: {},
})
