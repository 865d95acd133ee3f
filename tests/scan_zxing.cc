// What zxing-cpp reads, for the bench: frames on standard input (width and height as 32 bits each, then
// the light), a line a frame on standard output: milliseconds, and the texts.
#include <ZXing/ReadBarcode.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

static double now()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

int main()
{
    int32_t size[2];
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode).setTryHarder(true).setTryRotate(true).setMaxNumberOfSymbols(255);
    while (fread(size, sizeof size, 1, stdin) == 1) {
        std::vector<uint8_t> light(size_t(size[0]) * size_t(size[1]));
        if (fread(light.data(), 1, light.size(), stdin) != light.size())
            return 1;
        double begun = now();
        auto results = ZXing::ReadBarcodes({light.data(), size[0], size[1], ZXing::ImageFormat::Lum}, hints);
        printf("%.3f", now() - begun);
        for (auto &result : results) {
            std::string text;
            for (wchar_t c : result.text())
                text += c > 32 && c < 127 ? char(c) : '?';
            printf(" %s", text.c_str());
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
