import type { FrontAnnouncement } from '@portal/contract/announcements'
import { announcementImagePath, isVideoAddress } from '@portal/contract/announcements-texts'
import { useEffect, useRef, useState } from 'react'
import { originOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { PlayIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { RichTextView } from './rich-text.tsx'
import classes from './announcement.module.css'

interface DetailProps {
  /** Null while the dialog is closed. */
  readonly announcement: FrontAnnouncement | null
  readonly onClose: () => void
}

/** The whole announcement in a dialog, opened by Read More (C§2.2). */
export function AnnouncementDetail({ announcement, onClose }: DetailProps) {
  if (!announcement) return null
  return (
    <Dialog open wide title={announcement.title} onClose={onClose}>
      <div className={classes.detail}>
        <AnnouncementMedia announcement={announcement} sizes="(max-width: 45em) 100vw, 672px" />
        <RichTextView text={announcement.content} />
      </div>
    </Dialog>
  )
}

interface MediaProps {
  readonly announcement: FrontAnnouncement
  /** The width it is shown at, as the value of the `sizes` attribute. */
  readonly sizes: string
  /** It is visible without scrolling, so it is fetched before other images. */
  readonly isFirst?: boolean
}

/** The image or video of an announcement; its 16:9 space is reserved before it has loaded. */
export function AnnouncementMedia({ announcement, sizes, isFirst = false }: MediaProps) {
  if (announcement.type === 'Video') return <Video title={announcement.title} address={announcement.featured_image} />
  const { images } = announcement
  const largest = images.at(-1)
  const folder = originOf('general') + announcementImagePath
  return (
    <img
      className={classes.media}
      src={folder + announcement.featured_image}
      srcSet={images.map(({ name, width }) => `${folder}${name} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest?.width}
      height={largest?.height}
      // Decorative: the title beside it says what it is about.
      alt=""
      decoding="async"
      fetchPriority={isFirst ? 'high' : undefined}
      loading={isFirst ? 'eager' : 'lazy'}
    />
  )
}

/**
 * A video from another site (R15). Nothing is fetched from there until somebody presses Play. Then it runs in a
 * sandboxed frame, which can neither access this page nor navigate it.
 */
function Video({ title, address }: { readonly title: string; readonly address: string }) {
  const { profile } = usePortalStart()
  const [isPlaying, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (isPlaying) frame.current?.focus()
  }, [isPlaying])
  // `allow-same-origin` below is only safe for another origin than ours.
  const isShown = isVideoAddress(address, profile.videoHosts) && new URL(address).origin !== location.origin
  if (!isShown) return <div className={classes.media} />
  if (!isPlaying) {
    return (
      <button type="button" className={classes.play} onClick={() => setPlaying(true)}>
        <span className={classes.sign}>
          <PlayIcon size={32} />
        </span>
        <span className={classes.caption}>
          {t('Play the video “{title}” from {host}', { title, host: new URL(address).host })}
        </span>
      </button>
    )
  }
  return (
    <iframe
      ref={frame}
      className={classes.media}
      src={address}
      title={title}
      // Players need their own storage and scripts; their origin is never ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
