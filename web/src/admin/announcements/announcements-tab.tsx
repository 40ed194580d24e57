import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { Retry } from '../view-parts/retry.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { DeleteAnnouncements } from './delete-announcements.tsx'
import { hasMedia } from './draft.ts'
import { InnerTabs } from './inner-tabs.tsx'
import { useAnnouncementList } from './use-announcement-list.ts'
import { useOpenForm } from './use-open-form.ts'
import classes from './announcements.module.css'

const reasonId = 'add-text-reason'

/** Announcements (A§2): the System Pop up, and those with an image or video (R17). */
export function AnnouncementsTab({ session }: ConsoleViewProps) {
  // Another administrator who logs in in another tab must not go on with what this one has typed.
  return <Announcements key={session.id} adminId={session.id} />
}

function Announcements({ adminId }: { readonly adminId: number }) {
  const { announcements, refresh, toggle } = useAnnouncementList()
  const { form, restored, open, close } = useOpenForm(adminId)
  const [tab, setTab] = useState<'text' | 'media'>(restored && hasMedia(restored.draft) ? 'media' : 'text')
  const [ticks, setTicks] = useState<ReadonlySet<number>>(new Set())
  const [isDeleting, setDeleting] = useState(false)
  if (form) return <AnnouncementForm {...form} adminId={adminId} refresh={refresh} onClose={close} />

  const add = (media: boolean) => {
    open({ draft: { kind: 'add', hasMedia: media }, typed: null })
    // Show the list that the new one will be in.
    setTab(media ? 'media' : 'text')
  }
  const all = announcements.data ?? []
  const inTab = all.filter(({ type }) => (type === null) === (tab === 'text'))
  const ticked = inTab.filter(({ id }) => ticks.has(id))
  const hasText = all.some(({ type }) => type === null)
  return (
    <ViewFrame
      title={viewNames.announcements}
      lead="What customers see on the login page. Changes appear immediately."
      actions={
        <>
          <Button
            blocked={hasText || !announcements.data}
            describedBy={hasText ? reasonId : undefined}
            onClick={() => add(false)}
          >
            {announcementConsoleTexts.addText}
          </Button>
          <Button onClick={() => add(true)}>{announcementConsoleTexts.addImageVideo}</Button>
          <Button look="secondary" blocked={ticked.length === 0} onClick={() => setDeleting(true)}>
            {announcementConsoleTexts.deleteSelected}
          </Button>
        </>
      }
    >
      {hasText ? (
        <p id={reasonId} className={classes.reason}>
          {announcementConsoleTexts.onePopUpOnly}
        </p>
      ) : null}
      {announcements.isPending ? (
        <Loading what="Loading announcements" />
      ) : (
        <InnerTabs
          label="Announcement types"
          tabs={{ text: announcementConsoleTexts.systemPopUp, media: announcementConsoleTexts.imageVideo }}
          current={tab}
          onChoose={setTab}
        >
          {announcements.isError ? <Retry error={announcements.error} onTryAgain={announcements.refetch} /> : null}
          {announcements.data ? (
            <AnnouncementList
              announcements={inTab}
              ticks={ticks}
              onTick={setTicks}
              onToggle={toggle}
              onEdit={(announcement) => open({ draft: { kind: 'edit', announcement }, typed: null })}
            />
          ) : null}
        </InnerTabs>
      )}
      {isDeleting ? (
        <DeleteAnnouncements
          announcements={ticked}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setTicks(new Set())
            void refresh()
          }}
        />
      ) : null}
    </ViewFrame>
  )
}
