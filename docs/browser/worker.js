// Opened from a file, a page may start no worker, and the search of the site needs one. Here a
// worker is a hidden frame that loads the same script; messages go to and fro as events.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.waiting = []
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.appendChild(frame)
      this.inner = frame.contentWindow
      this.inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data })
        this.dispatchEvent(event)
        if (this.onmessage) this.onmessage(event)
      }
      this.load(url).then(() => {
        for (const data of this.waiting.splice(0)) this.deliver(data)
        this.waiting = null
      })
      this.inner.importScripts = (...urls) => Promise.all(urls.map((u) => this.load(u)))
    }
    load(url) {
      return new Promise((done, failed) => {
        const script = this.inner.document.createElement("script")
        Object.assign(script, { src: new URL(url, location.href).href, onload: done, onerror: failed })
        this.inner.document.body.appendChild(script)
      })
    }
    deliver(data) {
      this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data }))
    }
    postMessage(data) {
      this.waiting ? this.waiting.push(data) : this.deliver(data)
    }
    terminate() {}
  }
}
