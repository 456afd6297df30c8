// Every block to copy gets its button here: without scripts there would be nothing behind it.
for (const block of document.querySelectorAll('.copyable')) {
  const text = block.querySelector('pre');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet small';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // Where the clipboard is closed to the page, the text is marked to be copied by hand.
      const range = document.createRange();
      range.selectNodeContents(text);
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.append(button);
}
