import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useState } from 'react'
import { AnnouncementDetail } from '#account/announcements/announcement.tsx'
import { withTick } from '../view-parts/tick-set.ts'
import { AnnouncementRow } from './announcement-row.tsx'
import type { Announcement } from './announcement.ts'
import { asShown } from './as-shown.ts'
import classes from './announcements.module.css'

interface AnnouncementListProps {
  readonly announcements: readonly Announcement[]
  /** The ids of the ticked ones. */
  readonly ticks: ReadonlySet<number>
  readonly onTick: (ticks: ReadonlySet<number>) => void
  readonly onToggle: (announcement: Announcement) => void
  readonly onEdit: (announcement: Announcement) => void
}

/** The announcements of one kind (A§2) with their actions; Preview shows what Read More shows to visitors. */
export function AnnouncementList({ announcements, ticks, onTick, onToggle, onEdit }: AnnouncementListProps) {
  const [previewed, setPreviewed] = useState<Announcement | null>(null)
  if (announcements.length === 0) return <p className={classes.empty}>{announcementConsoleTexts.empty}</p>
  return (
    <>
      <ul className={classes.list}>
        {announcements.map((announcement) => (
          <AnnouncementRow
            key={announcement.id}
            announcement={announcement}
            isTicked={ticks.has(announcement.id)}
            onTick={(isTicked) => onTick(withTick(ticks, announcement.id, isTicked))}
            onToggle={() => onToggle(announcement)}
            onEdit={() => onEdit(announcement)}
            onPreview={() => setPreviewed(announcement)}
          />
        ))}
      </ul>
      <AnnouncementDetail announcement={previewed && asShown(previewed)} onClose={() => setPreviewed(null)} />
    </>
  )
}
