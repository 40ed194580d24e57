import { deleteAnnouncement, announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { useId, useState } from 'react'
import { AnnouncementDetail } from '#account/announcements/announcement.tsx'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { send } from '#api/send.ts'
import { DownIcon, EditIcon, icon } from '#ui/icons.tsx'
import { withTick } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { DeleteDialog } from '../view-parts/delete-dialog.tsx'
import { type Announcement, asShown } from './draft.ts'
import outlined from '#ui/button/outlined-button.module.css'
import box from '#ui/page/card.module.css'
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
  if (announcements.length === 0) return <p className={classes.empty}>{t(announcementConsoleTexts.empty)}</p>
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
          aria-label={t('Select {title}', { title })}
          checked={isTicked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      </label>
      <div className={classes.name}>
        <h2>{title}</h2>
        <p className={classes.state}>
          {type ? `${type} · ` : ''}
          {isVisible ? t('Visible to customers') : t('Hidden')}
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
          {t(announcementConsoleTexts.viewContent)}
          <HiddenText> {t('for {title}', { title })}</HiddenText>
          <span className={classes.arrow}>
            <DownIcon size={16} />
          </span>
        </button>
        {type ? (
          <button
            type="button"
            className={`${outlined.button} ${classes.view}`}
            aria-label={t('Preview {title}', { title })}
            onClick={onPreview}
          >
            {t('Preview')}
          </button>
        ) : null}
        <button
          type="button"
          className={`${outlined.icon} ${classes.eye}`}
          aria-pressed={isVisible}
          aria-label={t('Show {title} to customers', { title })}
          title={isVisible ? t('Hide from customers') : t('Show to customers')}
          onClick={onToggle}
        >
          {isVisible ? <EyeIcon /> : <ClosedEyeIcon />}
        </button>
        <button
          type="button"
          className={outlined.icon}
          aria-label={t('Edit {title}', { title })}
          title={t('Edit')}
          onClick={onEdit}
        >
          <EditIcon />
        </button>
      </div>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {content.content.length > 0 ? <RichTextView text={content} /> : <p>{t('No text besides the title.')}</p>}
      </div>
    </li>
  )
}

/** For an announcement that visitors see. */
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </>,
)

/** For an announcement that is hidden from visitors. */
export const ClosedEyeIcon = icon(
  <path d="M10 5.8a9 9 0 0 1 2-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.4 7.4A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 5-1.5M4 4l16 16" />,
)

interface DeleteAnnouncementsProps {
  readonly announcements: readonly Announcement[]
  readonly onClose: () => void
  /** Called when at least one has been deleted. */
  readonly onDeleted: () => void
}

/** Asks before deleting announcements (A§2). */
export function DeleteAnnouncements({ announcements, onClose, onDeleted }: DeleteAnnouncementsProps) {
  return (
    <DeleteDialog
      items={announcements.map(({ id, title }) => ({ id, name: title }))}
      counted={(count) => plural(count, '1 announcement', '{count} announcements')}
      deletedText={t(announcementConsoleTexts.deleted)}
      deleteOne={async (id) => await send(deleteAnnouncement, { body: { id } })}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {t('Customers will no longer see them. This can’t be undone.')}
    </DeleteDialog>
  )
}
