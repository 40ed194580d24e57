import type { insertAnnouncement } from '@portal/contract/announcement-editing'
import type { ParsedBodyOf } from '@portal/contract/call'
import type { Deps } from '../../deps.ts'
import { type EncodedSize, encodeImage } from './encode-image.ts'
import { videoAddress } from './video-address.ts'

/** What an announcement shows beside its words, ready to be kept. */
export interface Media {
  type: 'Image' | 'Video'
  /** None for a video. */
  sizes: readonly EncodedSize[]
  /** Null for an image. */
  videoAddress: string | null
}

type Upload = Pick<ParsedBodyOf<typeof insertAnnouncement>, 'type' | 'myFile'>

/**
 * Reads an uploaded image or a pasted embed code.
 * @returns the image or video, or why it was refused, in the words of the contract
 */
export async function readMedia({ profile }: Pick<Deps, 'profile'>, upload: Upload): Promise<Media | string> {
  if (typeof upload.myFile === 'string') {
    const found = videoAddress(upload.myFile, profile.videoHosts)
    return 'whyNot' in found ? found.whyNot : { type: 'Video', sizes: [], videoAddress: found.address }
  }
  const sizes = await encodeImage(upload.myFile)
  return typeof sizes === 'string' ? sizes : { type: 'Image', sizes, videoAddress: null }
}
