/** Shown in place of a page of the back office that cannot be loaded; reloads it when the server answers again. */
export const OFFLINE_PAGE = `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nessuna connessione</title>
<style>
  body { margin: 0; background: #faf9f7; color: #1c1917; font: 17px/1.5 system-ui, sans-serif }
  main { display: grid; place-content: center; justify-items: center; gap: 12px; min-height: 100svh; padding: 24px;
    box-sizing: border-box; text-align: center }
  svg { color: #57534e }
  h1 { margin: 0; font-size: 28px; line-height: 1.2 }
  p { max-width: 36ch; margin: 0 0 12px; color: #57534e; text-wrap: balance }
  a { padding: 12px 24px; border-radius: 10px; background: #1c1917; color: #fff; font-weight: 600;
    text-decoration: none }
  a:focus-visible { outline: 3px solid #1c1917; outline-offset: 3px }
</style>
</head>
<body>
<main>
<svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5"
  stroke-linecap="round" aria-hidden="true"><path d="M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69
  M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20"/></svg>
<h1>Nessuna connessione</h1>
<p>Controlla la connessione a internet. Appena torna, la pagina si riapre da sola.</p>
<a href="">Riprova</a>
</main>
<script>
  const tryAgain = () => fetch('/admin.webmanifest', { cache: 'no-store' }).then(() => location.reload(), () => {})
  addEventListener('online', tryAgain)
  setInterval(tryAgain, 5000)
</script>
</body>
</html>`
