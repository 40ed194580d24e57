// In the JavaScript of 2009, for browsers older than web/build/browsers.ts says. What it asks for came with those.
;(function () {
  var isOld = !Array.prototype.toSorted || !('pdfViewerEnabled' in navigator)
  if (isOld) document.getElementById('older-browser').removeAttribute('hidden')
})()
