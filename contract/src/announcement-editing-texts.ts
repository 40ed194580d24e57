/** Texts of the console's announcements (A§2, A§5, A§8), and ours where the specification names none. */
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
  titleTooLong: 'Please use at most 200 characters.',
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

/** What the content of an announcement cannot hold (R14), as the editor tells it after a paste. */
export const leftOutOfPaste = {
  links: 'links that do not begin with https:, mailto: or tel: (their words stay)',
  images: 'images and other files',
  frames: 'videos and other embedded things',
  columns: 'the columns of tables (their words stay)',
  fields: 'formulas and fields of forms',
} as const

/** The largest size of an uploaded image, in bytes, and the formats it may have. */
export const largestAnnouncementImage = 10 * 1024 * 1024
export const announcementImageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
