import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { longestAnnouncementTitle } from './announcements-texts.ts'
import { ImageFile, RichText, longestContent } from './announcements.ts'
import { call } from './call.ts'
import { Count, RowId } from './ids.ts'
import { isSafeLink } from './links.ts'
import { isStorableText } from './text.ts'

/** A§2, A§5, A§8, partly ours. */
export const announcementConsoleTexts = {
  systemPopUp: 'System Pop up',
  imageVideo: 'Image/Video',
  addText: 'Add Text',
  addImageVideo: 'Add Image/Video',
  deleteSelected: 'Delete Selected',
  viewContent: 'View Content',
  addAnnouncement: 'Add Announcement',
  updateAnnouncement: 'Update Announcement',
  empty: 'No data yet',
  added: 'Added Successfully!',
  updated: 'Updated Successfully!',
  deleted: 'Deleted Successfully!',
  visibilityFailed: 'Please try again!',
  titleRequired: 'Please enter a title.',
  titleTooLong: `Please use at most ${longestAnnouncementTitle} characters.`,
  contentNotAllowed: 'Some of the content can’t be shown. Please remove it and use the formatting tools.',
  contentLink:
    'Please use links that start with https://, mailto: or tel:. Web addresses can’t contain an @ before the site name.',
  contentLinkOpen: 'Links must begin with https:, because others can read and change a page behind http:.',
  takeHttps: 'Use https:',
  contentTooLong: 'Please shorten the content.',
  oneImageOnly: 'Nothing was taken. Please drop one image only.',
  imageRequired: 'Please choose an image.',
  imageTooHeavy: 'Please choose an image up to 10 MB.',
  imageUnknown: 'Please choose an image in JPEG, PNG, WebP or AVIF format.',
  imageMoves: 'Please choose an image without animation.',
  imageTooLarge: 'Please choose an image up to 50 megapixels.',
  imageTooSmall: 'Please choose an image of at least 320 by 180 pixels.',
  imageBroken: 'This image is damaged. Please choose another one.',
  imagesBusy: 'The server is busy with other images. Try again in a moment.',
  videoRequired: 'Please paste the embed code of a video.',
  videoNotUnderstood: 'Please paste the embed code of one video. You find it on the video’s page under Share.',
  videoHostNotAllowed: 'Please use a video from: ',
  onePopUpOnly: 'There is already a text announcement. Edit it, or delete it before you add a new one.',
  typedBefore: 'We restored your unsaved draft.',
  chooseImageAgain: 'Please choose the image again.',
  gone: 'This announcement has been deleted.',
  changedMeanwhile: 'Another admin has changed this announcement.',
} as const

/** What an announcement cannot hold (R14), as the editor says it after a paste. */
export const leftOutOfPaste = {
  links: 'links that do not begin with https:, mailto: or tel: (their words stay)',
  images: 'images and other files',
  frames: 'videos and other embedded things',
  columns: 'the columns of tables (their words stay)',
  fields: 'formulas and fields of forms',
} as const

export const largestAnnouncementImage = 10 * 1024 * 1024
export const announcementImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

const access = { admin: levelsOfTab.announcements } as const

const Flag = z.literal([0, 1])

/** A§3. */
export const ListedAnnouncement = z.object({
  id: z.number().int(),
  title: z.string(),
  /** A `RichText` as JSON (A§3). */
  content: z.string(),
  /** Null for a text-only System Pop up. */
  type: z.enum(['Image', 'Video']).nullable(),
  /** File name of the largest image, or the video's address. */
  featured_image: z.string().nullable(),
  images: z.array(ImageFile),
  flag: Flag,
  version: z.number().int(),
})
export type ListedAnnouncement = z.infer<typeof ListedAnnouncement>

const Title = z
  .string(announcementConsoleTexts.titleRequired)
  .trim()
  .min(1, announcementConsoleTexts.titleRequired)
  .max(longestAnnouncementTitle, announcementConsoleTexts.titleTooLong)
  .refine(isStorableText, announcementConsoleTexts.titleRequired)

/** The text of the editor's JSON (A§3, R14). */
const SerialisedContent = z
  .string(announcementConsoleTexts.contentNotAllowed)
  .max(100_000, announcementConsoleTexts.contentTooLong)
  .transform((text, context): RichText => {
    const { value, links } = parseJson(text)
    const content = RichText.safeParse(value)
    if (content.success && links.every(isSafe)) return content.data
    context.addIssue(contentRefusal(text, links))
    return z.NEVER
  })

function parseJson(text: string): { value?: unknown; links: unknown[] } {
  const links: unknown[] = []
  try {
    const value: unknown = JSON.parse(text, (key, part: unknown) => {
      if (key === 'href') links.push(part)
      return part
    })
    return { value, links }
  } catch {
    return { links: [] }
  }
}

function isSafe(href: unknown): boolean {
  return typeof href === 'string' && isSafeLink(href)
}

function contentRefusal(text: string, links: readonly unknown[]): string {
  if (!links.every(isSafe)) return announcementConsoleTexts.contentLink
  return text.length > longestContent
    ? announcementConsoleTexts.contentTooLong
    : announcementConsoleTexts.contentNotAllowed
}

const Words = { title: Title, content: SerialisedContent }

/** `version` is what the page shows; if it is out of date, the edit is refused. */
const Change = { id: RowId, ...Words, version: Count.optional() }

const ImageUpload = {
  type: z.literal('Image'),
  // zod's own file schema would make the script of every page larger.
  myFile: z
    .instanceof(File, { error: announcementConsoleTexts.imageRequired })
    .refine(({ size }) => size > 0, announcementConsoleTexts.imageRequired)
    .refine(({ size }) => size <= largestAnnouncementImage, announcementConsoleTexts.imageTooHeavy)
    .meta({ type: 'string', format: 'binary' }),
}
const VideoEmbed = {
  type: z.literal('Video'),
  /** The embed code, or only the address in it (R15). */
  myFile: z
    .string(announcementConsoleTexts.videoRequired)
    .trim()
    .min(1, announcementConsoleTexts.videoRequired)
    .max(5000, announcementConsoleTexts.videoNotUnderstood),
}

const Done = z.discriminatedUnion('result', [
  z.object({ result: z.literal('Success') }),
  z.object({ result: z.literal('Failed'), description: z.string() }),
])

export const readAnnouncements = call({
  method: 'GET',
  path: '/api/v1/announcements',
  group: 'admin',
  summary: 'All announcements, hidden ones too (A§7)',
  access,
  reply: z.array(ListedAnnouncement),
  problems: {},
})

export const insertTextAnnouncement = call({
  method: 'POST',
  path: '/api/v1/insert-announcement-without',
  group: 'admin',
  summary: 'Add the text-only System Pop up (A§7)',
  access,
  form: { largestFile: 0 },
  body: z.object(Words),
  reply: Done,
  problems: {},
})

export const insertAnnouncement = call({
  method: 'POST',
  path: '/api/v1/insert-announcement',
  group: 'admin',
  summary: 'Add an announcement with an image or a video (A§7)',
  access,
  form: { largestFile: largestAnnouncementImage },
  body: z.discriminatedUnion('type', [z.object({ ...Words, ...ImageUpload }), z.object({ ...Words, ...VideoEmbed })]),
  reply: Done,
  problems: {},
})

export const updateAnnouncement = call({
  method: 'POST',
  path: '/api/v1/update-content-announcement',
  group: 'admin',
  summary: 'Change the text of an announcement (A§7)',
  access,
  body: z.object({
    ...Change,
    /** Empty for a System Pop up, as is `featured_image`. */
    type: z.enum(['Image', 'Video', '']).nullish(),
    featured_image: z.string().max(5000).nullish(),
  }),
  reply: Done,
  problems: {},
})

export const replaceAnnouncement = call({
  method: 'POST',
  path: '/api/v1/update-content-with-announcement',
  group: 'admin',
  summary: 'Change an announcement and its image or video (A§7)',
  access,
  form: { largestFile: largestAnnouncementImage },
  body: z.discriminatedUnion('type', [z.object({ ...Change, ...ImageUpload }), z.object({ ...Change, ...VideoEmbed })]),
  reply: Done,
  problems: {},
})

/** A§4. */
export const showAnnouncement = call({
  method: 'POST',
  path: '/api/v1/update-flag-announcement',
  group: 'admin',
  summary: 'Show or hide an announcement (A§7)',
  access,
  body: z.object({ id: RowId, flag: Flag }),
  reply: Done,
  problems: {},
})

export const deleteAnnouncement = call({
  method: 'POST',
  path: '/api/v1/delete-announcement',
  group: 'admin',
  summary: 'Delete an announcement (A§7)',
  access,
  body: z.object({ id: RowId }),
  reply: Done,
  problems: {},
})
