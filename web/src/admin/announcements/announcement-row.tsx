import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useId, useState } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { DownIcon, EditIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { ClosedEyeIcon, EyeIcon } from './announcement-icons.tsx'
import type { Announcement } from './announcement.ts'
import outlined from '#ui/button/outlined-button.module.css'
import box from '#ui/page/card.module.css'
import classes from './announcements.module.css'

interface AnnouncementRowProps {
  readonly announcement: Announcement
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
  readonly onToggle: () => void
  readonly onEdit: () => void
  /** Opens the announcement as visitors see it. */
  readonly onPreview: () => void
}

/** One announcement: checkbox, title, View Content, the eye, and Edit (A§2). */
export function AnnouncementRow({ announcement, isTicked, onTick, onToggle, onEdit, onPreview }: AnnouncementRowProps) {
  const { title, content, type, flag } = announcement
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  const isVisible = flag === 1
  return (
    <li className={`${box.card} ${classes.row}`} data-hidden={!isVisible || undefined}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isTicked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      </label>
      <div className={classes.name}>
        <h2>{title}</h2>
        <p className={classes.state}>
          {type ? `${type} · ` : ''}
          {isVisible ? 'Visible to customers' : 'Hidden'}
        </p>
      </div>
      <div className={classes.actions}>
        <button
          type="button"
          className={`${outlined.button} ${classes.view}`}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
        >
          {announcementConsoleTexts.viewContent}
          <HiddenText> for {title}</HiddenText>
          <span className={classes.arrow}>
            <DownIcon size={16} />
          </span>
        </button>
        {type ? (
          <button
            type="button"
            className={`${outlined.button} ${classes.view}`}
            aria-label={`Preview ${title}`}
            onClick={onPreview}
          >
            Preview
          </button>
        ) : null}
        <button
          type="button"
          className={`${outlined.icon} ${classes.eye}`}
          aria-pressed={isVisible}
          aria-label={`Show ${title} to customers`}
          title={isVisible ? 'Hide from customers' : 'Show to customers'}
          onClick={onToggle}
        >
          {isVisible ? <EyeIcon /> : <ClosedEyeIcon />}
        </button>
        <button type="button" className={outlined.icon} aria-label={`Edit ${title}`} title="Edit" onClick={onEdit}>
          <EditIcon />
        </button>
      </div>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {content.content.length > 0 ? <RichTextView text={content} /> : <p>No text besides the title.</p>}
      </div>
    </li>
  )
}
