import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@guildhall/web-kit/theme/fonts.css";
import "./app.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <h1 className="display text-30 p-8">Guildhall</h1>
    </StrictMode>,
  );
}
