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
  contentNotAllowed:
    'The content holds something that cannot be shown. Please take it out and write it with the tools.',
  contentLink:
    'A link in the content must lead to an https, mailto or tel address, and an https address must not have an @ before its host.',
  contentLinkOpen: 'Links must begin with https:, because anybody on the way can read and change a page behind http:.',
  takeHttps: 'Use https:',
  contentTooLong: 'The content is too long.',
  oneImageOnly: 'Nothing was taken. Please drop one image only.',
  imageRequired: 'Please choose an image.',
  imageTooHeavy: 'Please choose an image of at most 10 MB.',
  imageUnknown: 'Please choose an image in JPEG, PNG, WebP or AVIF format.',
  imageMoves: 'Please choose an image that does not move.',
  imageTooLarge: 'This image has too many pixels. Please choose one of at most 50 megapixels.',
  imageTooSmall: 'This image is too small. Please choose one of at least 320 by 180 pixels.',
  imageBroken: 'This image is damaged. Please choose another one.',
  imagesBusy: 'Many images are being worked on. Please try again in a moment.',
  videoRequired: 'Please paste the embed code of a video.',
  videoNotUnderstood: 'Please paste the embed code of one video, as its page gives it to you under Share.',
  videoHostNotAllowed: 'Videos can be shown from these places only: ',
  onePopUpOnly: 'There is a text announcement already. Change it, or delete it before you add another one.',
  typedBefore: 'This is what you had typed before. It is not saved yet.',
  chooseImageAgain: 'Please choose the image again.',
  gone: 'This announcement is not there any more.',
  changedMeanwhile: 'Somebody else has changed this announcement meanwhile.',
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
