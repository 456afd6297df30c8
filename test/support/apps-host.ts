/** A host of MCP Apps in the browser, made of the reference library; the test gives it `callTool` and reads `window.seen`. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

interface HostWindow {
  callTool(name: string, input: unknown): Promise<never>;
  readResource(uri: string): Promise<never>;
  openView(html: string, result: never, theme: 'light' | 'dark'): Promise<void>;
  setTheme(theme: 'light' | 'dark'): void;
  /** Heights that the view asked for. */
  heights: number[];
}
/** What hosts enforce for a view that declares no origins (apps.mdx, "Content Security Policy"). */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'";

const host = window as unknown as HostWindow;
host.heights = [];

host.openView = async (html, result, theme) => {
  const frame = document.querySelector('iframe');
  if (frame?.contentWindow == null) throw new Error('there is no frame');
  const bridge = new AppBridge(
    null,
    { name: 'test-host', version: '1' },
    { serverTools: {}, serverResources: {} },
    { hostContext: { theme } },
  );
  bridge.oncalltool = ({ name, arguments: input }) => host.callTool(name, input);
  bridge.onreadresource = ({ uri }) => host.readResource(uri);
  bridge.onsizechange = ({ height = 0 }) => host.heights.push(height);
  host.setTheme = (next) => bridge.setHostContext({ theme: next });
  const isReady = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  await isReady;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
