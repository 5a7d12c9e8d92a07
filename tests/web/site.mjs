// SPDX-License-Identifier: MIT
// Published sites on a plain host: python3 -m http.server, in a subfolder.
//   ZERMELO           the program
//   ZERMELO_PUBLISH   instead of "zermelo publish": another command with its arguments
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";

const command = () => process.env.ZERMELO_PUBLISH?.split(" ") ?? [process.env.ZERMELO, "publish"];

export function publish(tables, names, out, ...options) {
  const [program, ...first] = command();
  const files = names.map((name) => path.join(tables, `${name}.ztb`));
  execFileSync(program, [...first, ...files, "-o", out, ...options], { stdio: "ignore" });
}

// Serves a folder; returns { url, stop() }.
export async function plainHost(folder) {
  const child = spawn(
    "python3",
    ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = new Promise((resolve) => child.on("exit", resolve));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      said += text;
      const found = /port (\d+)/.exec(said);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    ended.then(() => reject(new Error(`http.server ended: ${said}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
