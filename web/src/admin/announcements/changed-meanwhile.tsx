import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useEffect, useRef } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { Announcement } from './announcement.ts'
import classes from './announcements.module.css'

interface ChangedMeanwhileProps {
  /** The announcement as somebody else has changed it. */
  readonly theirs: Announcement
  readonly onReplace: (theirs: Announcement) => void
}

/**
 * Says that somebody else has changed the announcement in the meantime, shows their version, and offers to replace it.
 */
export function ChangedMeanwhile({ theirs, onReplace }: ChangedMeanwhileProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice ref={box} tone="warning" role="alert" title={announcementConsoleTexts.changedMeanwhile}>
      <p>Your changes aren’t saved yet. They’re still below. The current version:</p>
      <div className={classes.theirs}>
        <p>
          <strong>{theirs.title}</strong>
        </p>
        <RichTextView text={theirs.content} />
      </div>
      <Button look="secondary" onClick={() => onReplace(theirs)}>
        Overwrite with my version
      </Button>
    </Notice>
  )
}
