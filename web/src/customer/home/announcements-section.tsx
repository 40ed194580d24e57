import { useState } from 'react'
import { AnnouncementDetail } from '#account/announcements/announcement-detail.tsx'
import type { Announcements } from '#account/announcements/fetch-announcements.ts'
import { TryAgain } from '#ui/button/button.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Slider } from './slider.tsx'
import classes from './announcements-section.module.css'

interface SectionProps {
  /** Null while they are being fetched. */
  readonly announcements: Announcements | 'failed' | null
  readonly tryAgain: () => void
}

/** The utility's news (C§2.2): the slider, whose space is reserved before it has loaded. */
export function AnnouncementsSection({ announcements, tryAgain }: SectionProps) {
  const [read, setRead] = useState<Announcements['announceList'][number] | null>(null)
  if (announcements !== null && announcements !== 'failed' && announcements.announceList.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="announcements">
      <h2 id="announcements">News and announcements</h2>
      {announcements === null ? <Waiting /> : null}
      {announcements === 'failed' ? (
        <div className={classes.failed} role="status">
          <p>We couldn’t load the announcements.</p>
          <TryAgain onClick={tryAgain} />
        </div>
      ) : null}
      {announcements !== null && announcements !== 'failed' ? (
        <>
          <Slider announcements={announcements.announceList} onReadMore={setRead} />
          <AnnouncementDetail announcement={read} onClose={() => setRead(null)} />
        </>
      ) : null}
    </section>
  )
}

function Waiting() {
  return (
    <>
      <HiddenText role="status">Loading announcements</HiddenText>
      <div className={classes.waiting} aria-hidden="true">
        <div />
        <div />
      </div>
    </>
  )
}
